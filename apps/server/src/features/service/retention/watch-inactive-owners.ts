import { moscowDay } from '@zavet/contract/days';
import { retention } from '@zavet/contract/service-terms';
import type { Context } from '../../../context.ts';
import type { RemovalCounts } from '../../../platform/database/batches.ts';
import { lowestId } from '../../../platform/ids.ts';
import { forEachDue } from '../../../platform/jobs/for-each-due.ts';
import { enqueueMail, sendMail } from '../../../platform/mail/mailer.ts';
import {
  findAccount,
  findLastSeen,
  findSuspension,
  listInactiveUsers,
  lockUsers,
  ownersWithContact,
  recordLastSeen,
  recordSecurityEvent,
  removeAccount,
  systemActor,
} from '../../identity/account/index.ts';
import { appendAudit } from '../../identity/audit/index.ts';
import { isHeldByProtocol, listOwnerAddresses } from '../../protocol/index.ts';
import { inactivityWarningMail, ownerInactiveMail, type WarningIds } from './inactivity-mails.ts';
import {
  deleteWarnings,
  endContactNotices,
  type InactivityWarning,
  insertContactNotices,
  insertWarning,
  isPlanPaid,
  isPlanPaymentPending,
  listUnsentWarnings,
  listWarnedOwners,
  listWarnings,
  recordRequeued,
} from './inactivity-repository.ts';
import { type InactivityStep, inactivityCutoff, nextInactivityStep } from './inactivity-rules.ts';
import { recordRun } from './run-retention.ts';

/**
 * Warns owners after almost three years of inactivity, and removes their accounts after three
 * warnings. Processes each owner in a separate transaction. May run concurrently.
 */
export async function watchInactiveOwners(ctx: Context, signal?: AbortSignal): Promise<void> {
  const { database, clock } = ctx;
  const before = inactivityCutoff(clock.now());
  await recordRun(ctx, 'account', async (removeRecorded) => {
    const options = {
      handle: ({ id }: { id: string }) => removeRecorded(() => checkOwner(ctx, id)),
      failed: ({ id }: { id: string }, err: unknown) =>
        ctx.log.error(
          { code: 'inactivity_failed', user_id: id, err },
          'inactivity check of an owner failed',
        ),
      signal,
    };
    // Warned owners first: after activity they no longer appear in the second list.
    await forEachDue<{ id: string }>({
      list: (after, limit) => listWarnedOwners(database, after?.id ?? lowestId, limit),
      ...options,
    });
    await forEachDue<{ id: string; seen_at: string }>({
      list: (after, limit) => listInactiveUsers(database, before, after, limit),
      ...options,
    });
  });
}

async function checkOwner(ctx: Context, userId: string): Promise<RemovalCounts> {
  const { database, clock } = ctx;
  const others = await ownersWithContact(ctx)(userId);
  await lockUsers(database, [userId, ...others]);
  const now = clock.now();
  const seen_at = await findLastSeen(database, userId, now);
  if (!seen_at) return {};
  await recordLastSeen(database, userId, seen_at);
  const is_held =
    (await isHeldByProtocol(database, userId)) ||
    (await isPlanPaid(database, userId, moscowDay(now))) ||
    (await isPlanPaymentPending(database, userId)) ||
    // A suspended owner cannot sign in to show activity.
    (await findSuspension(database, userId)) !== undefined;
  const warnings = await listWarnings(database, userId);
  const step = nextInactivityStep({ seen_at, is_held, warnings }, now);
  return applyStep(ctx, userId, step, now);
}

async function applyStep(
  ctx: Context,
  user_id: string,
  step: InactivityStep,
  now: Date,
): Promise<RemovalCounts> {
  const { database } = ctx;
  switch (step.kind) {
    case 'wait':
      return {};
    case 'reset':
      await deleteWarnings(database, user_id);
      for (const notice_id of await endContactNotices(database, user_id, now)) {
        await enqueueMail(ctx, ownerInactiveMail, { notice_id, is_back: true });
      }
      return {};
    case 'warn': {
      const { number, removal_on } = step;
      const warning = await insertWarning(database, { user_id, number, removal_on }, now);
      await enqueueWarning(ctx, warning);
      await recordSecurityEvent(database, user_id, 'inactivity_warned', systemActor, now);
      if (number === retention.inactivityWarnings) await notifyContacts(ctx, user_id, now);
      return { warnings: 1 };
    }
    case 'repeat_warning': {
      const lost = (await listWarnings(database, user_id)).at(-1);
      if (!lost) return {};
      await recordRequeued(database, lost.id, now);
      await enqueueWarning(ctx, lost);
      return { warnings_repeated: 1 };
    }
    case 'remove':
      return removeInactiveAccount(ctx, user_id);
  }
}

async function notifyContacts(ctx: Context, userId: string, now: Date): Promise<void> {
  const { database } = ctx;
  const notices = await insertContactNotices(database, userId);
  for (const notice_id of notices) await enqueueMail(ctx, ownerInactiveMail, { notice_id });
  if (notices.length === 0) return;
  await recordSecurityEvent(database, userId, 'contacts_notified_of_inactivity', systemActor, now);
}

/** Deletes the account as if the owner had deleted it. */
async function removeInactiveAccount(ctx: Context, userId: string): Promise<RemovalCounts> {
  const { database, log } = ctx;
  const found = await findAccount(database, { id: userId });
  if (!found) return {};
  const addresses = await listOwnerAddresses(database, userId);
  const others = addresses.filter(({ address }) => address !== 'first').map(({ email }) => email);
  await removeAccount(ctx, found, 'absence', others);
  await appendAudit(ctx, {
    actor: { kind: 'system' },
    act: 'account_deleted_for_inactivity',
    owner_id: userId,
    subject_id: userId,
  });
  log.info({ code: 'account_deleted_for_inactivity', user_id: userId }, 'inactive account removed');
  return { accounts: 1 };
}

/** Mails all addresses of the owner. A repeated warning keeps its Message-IDs. */
async function enqueueWarning(ctx: Context, warning: InactivityWarning): Promise<void> {
  for (const { mailId, ids } of await warningMailsOf(ctx, warning)) {
    await enqueueMail(ctx, inactivityWarningMail, ids, { mailId });
  }
}

async function warningMailsOf(
  { database }: Context,
  { id, second_mail_id, user_id }: InactivityWarning,
): Promise<{ mailId: string; ids: WarningIds }[]> {
  const addresses = await listOwnerAddresses(database, user_id);
  return addresses.map(({ address }) => ({
    mailId: address === 'first' ? id : second_mail_id,
    ids: { warning_id: id, address },
  }));
}

/** Sends enqueued warnings immediately, for time travel. */
export async function sendPendingWarnings(ctx: Context): Promise<void> {
  for (const warning of await listUnsentWarnings(ctx.database)) {
    for (const { mailId, ids } of await warningMailsOf(ctx, warning)) {
      await sendMail(ctx.mailer, ctx, inactivityWarningMail, { mail_id: mailId, ids });
    }
  }
}
