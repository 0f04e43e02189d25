import type { MailboxView } from '@zavet/contract/mail/mailbox-endpoints';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import styles from './mailbox.module.css';

/** How far the list of a newly connected mailbox has come. */
export function FirstSync({ mailbox }: { mailbox: MailboxView }) {
  const { t } = useTranslation('mailbox');
  const formats = useFormats();
  if (mailbox.state !== 'first_sync') return null;
  const progress = mailbox.progress;
  const isCounted = progress !== null && progress.total > 0;
  return (
    <div className={styles.firstSync}>
      <ProgressBar
        label={t('firstSync.label')}
        percent={isCounted ? (100 * progress.done) / progress.total : undefined}
      />
      <p className={styles.quiet}>
        {isCounted
          ? t('firstSync.counted', {
              done: formats.number(progress.done),
              total: formats.number(progress.total),
            })
          : t('firstSync.begun')}
      </p>
    </div>
  );
}
