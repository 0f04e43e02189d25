import type { MailboxView } from '@zavet/contract/mail/mailbox-endpoints';
import { type MailboxFolder, mailboxLimits } from '@zavet/contract/mail/mailbox-values';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import styles from './reading.module.css';

interface OlderElsewhereProps {
  mailbox: MailboxView;
  folder: MailboxFolder;
}

/** Of a very full folder only the newest are listed. */
export function OlderElsewhere({ mailbox, folder }: OlderElsewhereProps) {
  const { t } = useTranslation('mailbox');
  const formats = useFormats();
  const found = mailbox.folders.find((one) => one.folder === folder);
  if (!found || found.listed < mailboxLimits.messagesPerFolder) return null;
  if (found.total <= found.listed) return null;
  return (
    <p className={styles.quiet}>{t('list.newest', { count: formats.number(found.listed) })}</p>
  );
}
