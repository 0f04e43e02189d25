import type { MailboxView } from '@zavet/contract/mail/mailbox-endpoints';
import type { MailboxTrouble } from '@zavet/contract/mail/mailbox-values';
import { Button } from '../../../../ui/button.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { RefreshButton } from '../refresh-button.tsx';
import styles from './settings.module.css';

/** Such a trouble stops a mailbox only when it did not pass. */
const passing: readonly MailboxTrouble[] = ['unreachable', 'server_failed'];

interface TroubleNoticeProps {
  mailbox: MailboxView;
  onNewPassword: () => void;
}

/** What is wrong with the mailbox, and what helps. */
export function TroubleNotice({ mailbox, onNewPassword }: TroubleNoticeProps) {
  const { t } = useTranslation('mailbox');
  const { trouble, state } = mailbox;
  if (trouble === null) return null;
  const isStopped = state === 'stopped';
  return (
    <Notice
      kind={isStopped ? 'error' : 'warning'}
      title={t(`troubles.${trouble}.title`)}
      actions={
        trouble === 'login_refused' ? (
          <>
            <Button onClick={onNewPassword}>{t('troubles.newPassword')}</Button>
            <RefreshButton>{t('refresh.again')}</RefreshButton>
          </>
        ) : (
          <RefreshButton>{t('refresh.again')}</RefreshButton>
        )
      }
    >
      <div className={styles.trouble}>
        <p>
          {t(
            isStopped && passing.includes(trouble)
              ? 'troubles.givenUp'
              : `troubles.${trouble}.text`,
          )}
        </p>
        <p>{t(isStopped ? 'troubles.stopped' : 'troubles.goesOn')}</p>
      </div>
    </Notice>
  );
}
