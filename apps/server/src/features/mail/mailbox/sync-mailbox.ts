import type { MailboxTrouble } from '@zavet/contract/mail/mailbox-values';
import type { Context } from '../../../context.ts';
import { newId } from '../../../platform/ids.ts';
import { ImapTrouble } from '../../../platform/imap/imap-trouble.ts';
import { withImap } from '../../../platform/imap/with-imap.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { lockUser } from '../../identity/account/index.ts';
import { mailboxStopped } from './mailbox-mails.ts';
import {
  claimDueMailboxes,
  claimSync,
  extendSyncClaim,
  type Mailbox,
  releaseSyncClaim,
  updateMailbox,
} from './mailbox-repository.ts';
import { nextSyncAt, stateAfterTrouble } from './mailbox-rules.ts';
import { imapSettings } from './mailbox-services.ts';
import { readFolders } from './read-folder.ts';
import { openAccess } from './sealed-mailbox.ts';
import { type RunningSync, saveFolders, syncFolder } from './sync-folder.ts';

/** Longer than a server may take for one answer; then the process of the sync has died. */
const holdMs = 150_000;

class SyncLost extends Error {}

const ended = { sync_id: null, sync_held_until: null, ordered_at: null };

/**
 * Brings the lists up to what the server has: counts first, then folder by folder in batches. May
 * be cut off anywhere; the next one goes on from what is listed. One at a time.
 */
export async function syncMailbox(
  ctx: Context,
  mailboxId: string,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock } = ctx;
  const sync_id = newId();
  const heldUntil = () => new Date(clock.now().getTime() + holdMs);
  const hold = { sync_id, sync_held_until: heldUntil() };
  const mailbox = await claimSync(database, mailboxId, hold, clock.now());
  if (!mailbox) return;
  const place = { id: mailbox.id, sync_id };
  const change = (work: () => Promise<void>) =>
    database.transaction(async () => {
      if (!(await extendSyncClaim(database, place, heldUntil()))) throw new SyncLost();
      await work();
    });
  try {
    const trouble = await refresh(ctx, { mailbox, change, signal });
    if (trouble) await endWithTrouble(ctx, mailbox, change, trouble);
    else await endWell(ctx, mailbox, change);
  } catch (error) {
    if (error instanceof SyncLost) return;
    // The next one need not wait until the time of this one has run out.
    await releaseSyncClaim(database, place).catch(() => {});
    throw error;
  }
}

/** The trouble that it met, if any. */
async function refresh(ctx: Context, sync: RunningSync): Promise<MailboxTrouble | undefined> {
  const { mailbox } = sync;
  const key = await ctx.vault.keyOf(mailbox.user_id);
  try {
    await withImap(imapSettings(ctx), openAccess(key, mailbox), async (session) => {
      const folders = await readFolders(session);
      await sync.change(() => saveFolders(ctx, mailbox.user_id, folders));
      for (const folder of folders) {
        if (folder.path !== undefined) await syncFolder(ctx, sync, session, key, folder);
      }
    });
    return undefined;
  } catch (error) {
    if (error instanceof ImapTrouble) return error.trouble;
    throw error;
  }
}

async function endWell(
  { database, clock }: Context,
  mailbox: Mailbox,
  change: RunningSync['change'],
): Promise<void> {
  await change(async () => {
    const now = clock.now();
    const current = await updateMailbox(database, mailbox.id, {
      state: 'working',
      trouble: null,
      trouble_since: null,
      failed_tries: 0,
      last_email_sync: now,
      ...ended,
    });
    // Switched meanwhile, perhaps.
    const next_sync_at = nextSyncAt(current?.auto_sync_enabled ?? false, now);
    await updateMailbox(database, mailbox.id, { next_sync_at });
  });
}

/** Says what is wrong; what stops is told to the owner once. */
async function endWithTrouble(
  ctx: Context,
  { id: mailbox_id, user_id }: Mailbox,
  change: RunningSync['change'],
  trouble: MailboxTrouble,
): Promise<void> {
  const { database, clock, log } = ctx;
  await database.transaction(async () => {
    if (!(await lockUser(database, user_id))) return;
    await change(async () => {
      const current = await updateMailbox(database, mailbox_id, ended);
      if (!current) return;
      const standing = stateAfterTrouble(current, trouble, clock.now());
      await updateMailbox(database, mailbox_id, standing);
      log.info({ code: 'mailbox_trouble', user_id, trouble }, 'a mailbox could not be refreshed');
      if (standing.state === 'stopped') {
        await enqueueMail(ctx, mailboxStopped, { user_id, mailbox_id });
      }
    });
  });
}

export const syncMailboxJob = jobName<{ mailbox_id: string }>('sync-mailbox');
export const refreshMailboxesJob = jobName<object>('refresh-mailboxes');

/** What was ordered and has not begun after so long is ordered again. */
const orderedAgainAfterMs = 10 * 60_000;
const mostAtOnce = 200;

/** Orders a job for each mailbox whose time has come. What does not fit waits for the next minute. */
export async function enqueueDueSyncs({ database, clock, jobs }: Context): Promise<void> {
  const now = clock.now();
  const orderedBefore = new Date(now.getTime() - orderedAgainAfterMs);
  await database.transaction(async () => {
    for (const mailbox_id of await claimDueMailboxes(database, now, orderedBefore, mostAtOnce)) {
      await jobs.enqueue(syncMailboxJob, { mailbox_id });
    }
  });
}
