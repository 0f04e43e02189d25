import { useTranslation } from '../../../../ui/language/use-translation.ts';
import styles from './settings.module.css';

/** Says what takes so long while the mail server is asked. */
export function TestingNote({ isTesting }: { isTesting: boolean }) {
  const { t } = useTranslation('mailbox');
  return (
    <p role="status" className={styles.testing}>
      {isTesting && t('connect.testing')}
    </p>
  );
}
