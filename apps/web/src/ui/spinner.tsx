import { useTranslation } from './language/use-translation.ts';
import styles from './loading.module.css';

/** Fills the screen until something can be shown. */
export function Spinner() {
  const { t } = useTranslation('shell');
  return (
    <div className={styles.spinner} role="status" aria-label={t('loading')}>
      <div className={styles.ring} />
    </div>
  );
}
