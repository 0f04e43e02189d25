import type { MailboxView } from '@zavet/contract/mail/mailbox-endpoints';
import { mailboxFolders, mailboxLimits } from '@zavet/contract/mail/mailbox-values';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { lockUser } from '../../identity/account/index.ts';
import { findMailbox, listFolders, type Mailbox, updateMailbox } from './mailbox-repository.ts';
import { stateAfterRestart } from './mailbox-rules.ts';
import { openAccess } from './sealed-mailbox.ts';
import { syncMailboxJob } from './sync-mailbox.ts';

/** The owner's mailbox for the screens; null if none is connected. */
export async function readMailboxView(
  { database, vault }: Context,
  userId: string,
): Promise<MailboxView | null> {
  const mailbox = await findMailbox(database, userId);
  if (!mailbox) return null;
  const saved = await listFolders(database, userId);
  const folders = mailboxFolders.map(
    (folder) =>
      saved.find((one) => one.folder === folder) ?? { folder, total: 0, unread: 0, listed: 0 },
  );
  const access = openAccess(await vault.keyOf(userId), mailbox);
  const { email, provider, host, port, security, user } = access;
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
  let done = 0;
  let total = 0;
  for (const folder of folders) {
    done += folder.listed;
    total += Math.min(folder.total, mailboxLimits.messagesPerFolder);
  }
  return { done: Math.min(done, total), total };
}

/** Enables or disables automatic syncs. A pending first sync is completed in any case. */
export function setMailboxSync(
  ctx: Context,
  userId: string,
  auto_sync_enabled: boolean,
): Promise<MailboxView> {
  const { database, clock } = ctx;
  return changeMailbox(ctx, userId, async ({ id, state }) => {
    const next_sync_at = auto_sync_enabled ? clock.now() : null;
    const changes = { auto_sync_enabled, ...(state === 'working' && { next_sync_at }) };
    await updateMailbox(database, id, changes);
  });
}

/** Enqueues a sync now. Restarts a stopped mailbox. */
export function requestSync(ctx: Context, userId: string): Promise<MailboxView> {
  const { database, clock, jobs } = ctx;
  return changeMailbox(ctx, userId, async ({ id, state, last_email_sync }) => {
    const now = clock.now();
    const restarted = {
      ...{ state: stateAfterRestart(last_email_sync), trouble: null, trouble_since: null },
      failed_tries: 0,
    };
    await updateMailbox(database, id, {
      next_sync_at: now,
      enqueued_at: now,
      ...(state === 'stopped' && restarted),
    });
    await jobs.enqueue(syncMailboxJob, { mailbox_id: id });
  });
}

async function changeMailbox(
  ctx: Context,
  userId: string,
  change: (mailbox: Mailbox) => Promise<void>,
): Promise<MailboxView> {
  const { database } = ctx;
  await database.transaction(async () => {
    if (!(await lockUser(database, userId))) fail('session_missing');
    await change((await findMailbox(database, userId)) ?? fail('not_found'));
  });
  return (await readMailboxView(ctx, userId)) ?? fail('not_found');
}
