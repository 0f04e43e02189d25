import type { MailboxMessageSummary } from '@zavet/contract/mail/mailbox-endpoints';
import type { MailboxFolder } from '@zavet/contract/mail/mailbox-values';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { useDateLabel } from '../../../../ui/letters/date-label.ts';
import { LetterLink } from '../../../../ui/letters/letters.tsx';
import { IconPaperclip } from '../../../../ui/more-icons.tsx';
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx';
import { usePersonNames } from './person-names.ts';
import styles from './reading.module.css';

interface MessageRowProps {
  message: MailboxMessageSummary;
  folder: MailboxFolder;
  isChosen: boolean;
}

/** Who wrote, when, about what, and how it begins. */
export function MessageRow({ message, folder, isChosen }: MessageRowProps) {
  const { t } = useTranslation('mailbox');
  const dateLabel = useDateLabel();
  const names = usePersonNames();
  const { is_unread: isUnread, received_at } = message;
  return (
    <LetterLink
      to="/mail"
      search={(now: object) => ({ ...now, folder, message: message.id })}
      className={styles.row}
      data-unread={isUnread || undefined}
      aria-current={isChosen ? 'true' : undefined}
      resetScroll={false}
      title={
        <span className={styles.sender}>
          {isUnread && (
            <>
              <span className={styles.dot} aria-hidden />
              <VisuallyHidden>{t('list.unread')} </VisuallyHidden>
            </>
          )}
          <bdi>{names.short(message.from)}</bdi>
        </span>
      }
      date={received_at === null ? undefined : dateLabel(received_at)}
    >
      <span className={styles.subject}>
        <bdi>{message.subject || t('noSubject')}</bdi>
        {message.has_attachments && (
          <span className={styles.clip}>
            <IconPaperclip size={18} aria-hidden />
            <VisuallyHidden>{t('list.attachments')}</VisuallyHidden>
          </span>
        )}
      </span>
      {message.preview && (
        <span className={styles.preview} dir="auto">
          {message.preview}
        </span>
      )}
    </LetterLink>
  );
}
