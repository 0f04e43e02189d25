import type { MailboxView } from '@zavet/contract/mail/mailbox-endpoints';
import type { MailboxFolder } from '@zavet/contract/mail/mailbox-values';
import { ButtonLink } from '../../../../ui/button.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { FirstSync } from '../first-sync.tsx';
import { LastSync } from '../last-sync.tsx';
import { RefreshButton } from '../refresh-button.tsx';
import styles from './reading.module.css';

interface FolderStateProps {
  mailbox: MailboxView;
  folder: MailboxFolder;
}

/** How old the list is and how much there is; what keeps it from being refreshed. */
export function FolderState({ mailbox, folder }: FolderStateProps) {
  const { t } = useTranslation('mailbox');
  const formats = useFormats();
  const counts = mailbox.folders.find((one) => one.folder === folder);
  return (
    <>
      {mailbox.trouble !== null && (
        <Notice
          kind="warning"
          title={t(`troubles.${mailbox.trouble}.title`)}
          actions={
            <ButtonLink to="/settings" search={{ tab: 'email' }} kind="quiet">
              {t('troubles.toSettings')}
            </ButtonLink>
          }
        >
          {t(mailbox.state === 'stopped' ? 'troubles.stopped' : 'troubles.goesOn')}
        </Notice>
      )}
      <FirstSync mailbox={mailbox} />
      {mailbox.state !== 'first_sync' && (
        <div>
          <div className={styles.state}>
            <p className={styles.quiet}>
              <LastSync mailbox={mailbox} />
            </p>
            {mailbox.state === 'working' && (
              <RefreshButton kind="plain">{t('refresh.short')}</RefreshButton>
            )}
          </div>
          {counts && (
            <p className={styles.quiet}>
              {t('card.counts', {
                total: formats.number(counts.total),
                unread: formats.number(counts.unread),
              })}
            </p>
          )}
        </div>
      )}
    </>
  );
}
