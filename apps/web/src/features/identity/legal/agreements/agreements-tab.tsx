import { SectionCard } from '../../../../ui/card.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Skeleton } from '../../../../ui/loading.tsx';
import { IconExternalLink } from '../../../../ui/more-icons.tsx';
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx';
import { useDocuments } from '../acceptance/documents.ts';
import styles from './agreements.module.css';
import { DocumentStanding } from './document-standing.tsx';

const documents = [
  { name: 'privacy_policy', path: '/privacy-policy' },
  { name: 'personal_data_consent', path: '/personal-data-consent' },
  { name: 'terms_of_use', path: '/terms-of-use' },
  { name: 'public_offer', path: '/public-offer' },
] as const;

/** The documents can be read also where it is not known which of them are accepted. */
export function AgreementsTab() {
  const { t } = useTranslation('settings');
  const query = useDocuments();
  return (
    <SectionCard title={t('agreements.title')} lead={t('agreements.lead')}>
      <ul className={styles.list}>
        {documents.map(({ name, path }) => (
          <li key={name} className={styles.document}>
            <a href={path} target="_blank" rel="noopener" className={styles.link}>
              <span>
                {t(`agreements.${name}`)}
                <VisuallyHidden> {t('newTab')}</VisuallyHidden>
              </span>
              <IconExternalLink size={20} aria-hidden />
            </a>
            {query.isPending && <Skeleton width="16rem" height="1lh" />}
            {query.data && <DocumentStanding name={name} documents={query.data} />}
          </li>
        ))}
      </ul>
      {query.isError && !query.data && (
        <ErrorState
          title={t('agreements.loadFailed')}
          error={query.error}
          isRetrying={query.isFetching}
          onRetry={() => query.refetch()}
        />
      )}
    </SectionCard>
  );
}
