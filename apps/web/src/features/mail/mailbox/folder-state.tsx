import type { MailboxView } from '@zavet/contract/mail/mailbox-endpoints';
import { type MailboxFolder, mailboxLimits } from '@zavet/contract/mail/mailbox-values';
import { ButtonLink } from '../../../ui/button.tsx';
import { Envelope } from '../../../ui/drawings/envelope.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Notice } from '../../../ui/notice.tsx';
import styles from './mailbox.module.css';
import { FirstSyncProgress, LastSyncTime, RefreshButton } from './mailbox-status.tsx';

interface FolderStateProps {
  mailbox: MailboxView;
  folder: MailboxFolder;
}

/** Shows a sync problem, the time of the last sync and the number of messages. */
export function FolderState({ mailbox, folder }: FolderStateProps) {
  const { t } = useTranslation('mailbox');
  const formats = useFormats();
  const counts = mailbox.folders.find(({ folder: name }) => name === folder);
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
      <FirstSyncProgress mailbox={mailbox} />
      {mailbox.state !== 'first_sync' && (
        <div>
          <div className={styles.state}>
            <p className={styles.quiet}>
              <LastSyncTime mailbox={mailbox} />
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

interface EmptyFolderProps {
  mailbox: MailboxView;
  folder: MailboxFolder;
  isSearch: boolean;
}

export function EmptyFolder({ mailbox, folder, isSearch }: EmptyFolderProps) {
  const { t } = useTranslation(['mailbox', 'mail']);
  const drawing = <Envelope kind="opened" />;
  if (isSearch) {
    return (
      <EmptyState drawing={drawing} title={t('mail:empty.searchTitle')}>
        {t('list.nothingFound')}
      </EmptyState>
    );
  }
  if (mailbox.state === 'first_sync') return null;
  return (
    <EmptyState drawing={drawing} title={t(`list.empty.${folder}Title`)}>
      {t(`list.empty.${folder}Text`)}
    </EmptyState>
  );
}

/** Shown in place of a folder while no mailbox is connected. */
export function NoMailbox({ folder }: { folder: MailboxFolder }) {
  const { t } = useTranslation('mailbox');
  return (
    <EmptyState
      drawing={<Envelope kind="empty" />}
      title={t('notConnected.title')}
      actions={
        <ButtonLink to="/settings" search={{ tab: 'email' }}>
          {t('notConnected.action')}
        </ButtonLink>
      }
    >
      {t(`notConnected.${folder}`)}
    </EmptyState>
  );
}

interface OlderMessagesNoteProps {
  mailbox: MailboxView;
  folder: MailboxFolder;
}

/** Shown if only the newest messages of a full folder are listed. */
export function OlderMessagesNote({ mailbox, folder }: OlderMessagesNoteProps) {
  const { t } = useTranslation('mailbox');
  const formats = useFormats();
  const counts = mailbox.folders.find(({ folder: name }) => name === folder);
  if (!counts || counts.listed < mailboxLimits.messagesPerFolder) return null;
  if (counts.total <= counts.listed) return null;
  return (
    <p className={styles.quiet}>{t('list.newest', { count: formats.number(counts.listed) })}</p>
  );
}
