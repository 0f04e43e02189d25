import { Heading } from '../../../interface/heading.tsx';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import styles from './stopping.module.css';

/** What the one button does, before it is pressed. */
export function StopMeaning() {
  const { t } = useTranslation('stop');
  return (
    <div className={styles.meaning}>
      <Heading level={2} size={3}>
        {t('meaning.title')}
      </Heading>
      <StopConsequences />
    </div>
  );
}

export function StopConsequences() {
  const { t } = useTranslation('stop');
  return (
    <ul className={styles.points}>
      <li>{t('meaning.letters')}</li>
      <li>{t('meaning.fee')}</li>
      <li>{t('meaning.told')}</li>
      <li>{t('meaning.contact')}</li>
    </ul>
  );
}
