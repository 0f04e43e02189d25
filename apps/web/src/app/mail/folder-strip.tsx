import { Link } from '@tanstack/react-router';
import { useMailbox } from '../../features/mail/mailbox/use-mailbox.ts';
import { useInstructionCounts } from '../../features/vault/instructions/instruction-pages.ts';
import { useFormats } from '../../ui/language/formats.ts';
import { useTranslation } from '../../ui/language/use-translation.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './mail.module.css';
import { isOfMailbox, type MailFolder, mailFolders } from './mail-folders.ts';

/** All folders: how many are in those of our own, and how many are unread in those of the mailbox. */
export function FolderStrip({ current }: { current: MailFolder }) {
  const { t } = useTranslation('mail');
  return (
    <nav aria-label={t('folders.label')}>
      <ul className={styles.folders}>
        {mailFolders.map((folder) => (
          <li key={folder}>
            <Link
              to="/mail"
              search={({ q }: { q?: string }) => ({ folder, q })}
              className={styles.folder}
              aria-current={folder === current ? 'page' : undefined}
            >
              {t(`folders.${folder}`)}
              <FolderCount folder={folder} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function FolderCount({ folder }: { folder: MailFolder }) {
  const { t } = useTranslation('mail');
  const formats = useFormats();
  const counts = useInstructionCounts().data;
  const mailbox = useMailbox().data;
  if (!isOfMailbox(folder)) {
    return <span className={styles.count}>{counts && formats.number(counts.status[folder])}</span>;
  }
  const unread = mailbox?.folders.find((one) => one.folder === folder)?.unread ?? 0;
  if (unread === 0) return null;
  return (
    <span className={styles.unread}>
      {formats.number(unread)}
      <VisuallyHidden> {t('folders.unread', { count: unread })}</VisuallyHidden>
    </span>
  );
}
