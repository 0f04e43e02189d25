import type { MailboxView } from '@zavet/contract/mail/mailbox-endpoints';
import { mailboxFolders, mailboxLimits } from '@zavet/contract/mail/mailbox-values';
import type { Context } from '../../../context.ts';
import { findMailbox, listFolders } from './mailbox-repository.ts';
import { openAccess } from './sealed-access.ts';

/** The mailbox of an owner as the screens show it; null where none is connected. */
export async function readMailbox(
  { database, vault }: Context,
  userId: string,
): Promise<MailboxView | null> {
  const mailbox = await findMailbox(database, userId);
  if (!mailbox) return null;
  const known = await listFolders(database, userId);
  const folders = mailboxFolders.map(
    (folder) =>
      known.find((one) => one.folder === folder) ?? { folder, total: 0, unread: 0, listed: 0 },
  );
  const { email, provider, host, port, security, user } = openAccess(
    await vault.keyOf(userId),
    mailbox,
  );
  return {
    email_integration_connected: true,
    integrated_email_address: email,
    auto_sync_enabled: mailbox.auto_sync_enabled,
    last_email_sync: mailbox.last_email_sync,
    connected_at: mailbox.connected_at,
    ...{ provider, host, port, security, user },
    state: mailbox.state,
    trouble: mailbox.trouble,
    progress: mailbox.state === 'first_sync' ? progressOf(folders) : null,
    folders,
  };
}

function progressOf(folders: MailboxView['folders']) {
  const sum = (count: (folder: MailboxView['folders'][number]) => number) =>
    folders.reduce((all, folder) => all + count(folder), 0);
  const total = sum((folder) => Math.min(folder.total, mailboxLimits.messagesPerFolder));
  return {
    done: Math.min(
      sum(({ listed }) => listed),
      total,
    ),
    total,
  };
}
