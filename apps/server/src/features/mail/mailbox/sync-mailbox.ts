import type { MailboxTrouble } from '@zavet/contract/mail/mailbox-values';
import type { Context } from '../../../context.ts';
import { newId } from '../../../platform/ids.ts';
import { ImapTrouble } from '../../../platform/imap/imap-trouble.ts';
import { withImap } from '../../../platform/imap/with-imap.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { lockUser } from '../../identity/account/index.ts';
import { mailboxNotice } from './mailbox-mails.ts';
import {
  claimDueMailboxes,
  claimSync,
  extendSyncClaim,
  releaseSyncClaim,
  updateMailbox,
} from './mailbox-repository.ts';
import { nextSyncAt, stateAfterTrouble } from './mailbox-rules.ts';
import { imapSettings } from './mailbox-services.ts';
import { readFolders } from './read-folder.ts';
import { openAccess } from './sealed-mailbox.ts';
import { type RunningSync, saveFolders, syncFolder } from './sync-folder.ts';

export const syncMailboxJob = jobName<{ mailbox_id: string }>('sync-mailbox');
export const refreshMailboxesJob = jobName<object>('refresh-mailboxes');

/** A job that has not started by then is enqueued again. */
const enqueueAgainAfterMs = 10 * 60_000;
const maxPerRun = 200;

/** Enqueues a job for each due mailbox, up to a limit per run. */
export async function enqueueDueSyncs({ database, clock, jobs }: Context): Promise<void> {
  const now = clock.now();
  const enqueuedBefore = new Date(now.getTime() - enqueueAgainAfterMs);
  await database.transaction(async () => {
    for (const mailbox_id of await claimDueMailboxes(database, now, enqueuedBefore, maxPerRun)) {
      await jobs.enqueue(syncMailboxJob, { mailbox_id });
    }
  });
}

/** Exceeds the command timeout, so that only the claim of a dead process expires. */
const claimMs = 150_000;

class ClaimLost extends Error {}

const releasedClaim = { sync_id: null, sync_held_until: null, enqueued_at: null };

/**
 * Synchronises the lists with the server: counts first, then each folder in batches. May be aborted
 * at any point; the next sync continues from the listed mails. One sync per mailbox at a time.
 */
export async function syncMailbox(
  ctx: Context,
  mailboxId: string,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock } = ctx;
  const sync_id = newId();
  const claimedUntil = () => new Date(clock.now().getTime() + claimMs);
  const claim = { sync_id, sync_held_until: claimedUntil() };
  const mailbox = await claimSync(database, mailboxId, claim, clock.now());
  if (!mailbox) return;
  const ids = { id: mailbox.id, sync_id };
  const change = (work: () => Promise<void>) =>
    database.transaction(async () => {
      if (!(await extendSyncClaim(database, ids, claimedUntil()))) throw new ClaimLost();
      await work();
    });
  const sync = { mailbox, change, signal };
  try {
    const trouble = await runSync(ctx, sync);
    if (trouble) await recordTrouble(ctx, sync, trouble);
    else await recordSuccess(ctx, sync);
  } catch (error) {
    if (error instanceof ClaimLost) return;
    // Otherwise the next sync would wait until the claim expires.
    await releaseSyncClaim(database, ids).catch(() => {});
    throw error;
  }
}

async function runSync(ctx: Context, sync: RunningSync): Promise<MailboxTrouble | undefined> {
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

async function recordSuccess(
  { database, clock }: Context,
  { mailbox: { id }, change }: RunningSync,
): Promise<void> {
  await change(async () => {
    const now = clock.now();
    const current = await updateMailbox(database, id, {
      state: 'working',
      ...{ trouble: null, trouble_since: null, failed_tries: 0, last_email_sync: now },
      ...releasedClaim,
    });
    // The setting may have changed during the sync.
    const next_sync_at = nextSyncAt(current?.auto_sync_enabled ?? false, now);
    await updateMailbox(database, id, { next_sync_at });
  });
}

/** Schedules the next attempt, or stops the mailbox and notifies the owner. */
async function recordTrouble(
  ctx: Context,
  { mailbox: { id: mailbox_id, user_id }, change }: RunningSync,
  trouble: MailboxTrouble,
): Promise<void> {
  const { database, clock, log } = ctx;
  await database.transaction(async () => {
    if (!(await lockUser(database, user_id))) return;
    await change(async () => {
      const current = await updateMailbox(database, mailbox_id, releasedClaim);
      if (!current) return;
      const next = stateAfterTrouble(current, trouble, clock.now());
      await updateMailbox(database, mailbox_id, next);
      log.info(
        { code: 'mailbox_trouble', user_id, trouble },
        'a mailbox could not be synchronised',
      );
      if (next.state === 'stopped') {
        await enqueueMail(ctx, mailboxNotice, { event: 'stopped', user_id, mailbox_id });
      }
    });
  });
}
