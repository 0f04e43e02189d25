import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '../../interface/section-card.tsx';
import { VisuallyHidden } from '../../interface/visually-hidden.tsx';
import styles from './settings.module.css';

const documents = [
  { name: 'privacy_policy', path: '/privacy-policy' },
  { name: 'terms_of_use', path: '/terms-of-use' },
  { name: 'public_offer', path: '/public-offer' },
] as const;

export function AgreementsTab() {
  const { t } = useTranslation('settings');
  return (
    <SectionCard title={t('agreements.title')} lead={t('agreements.lead')}>
      <ul className={styles.list}>
        {documents.map(({ name, path }) => (
          <li key={name}>
            <a href={path} target="_blank" rel="noopener" className={styles.documentLink}>
              <span>
                {t(`agreements.${name}`)}
                <VisuallyHidden> {t('newTab')}</VisuallyHidden>
              </span>
              <IconExternalLink size={20} aria-hidden />
            </a>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}
