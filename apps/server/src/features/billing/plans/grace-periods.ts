import { addDays, moscowDay } from '@zavet/contract/days';
import { bytesPerMb, toMb } from '@zavet/contract/vault/file-rules';
import type { Context } from '../../../context.ts';
import { lowestId } from '../../../platform/ids.ts';
import { forEachDue } from '../../../platform/jobs/for-each-due.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { lockUser } from '../../identity/account/index.ts';
import { filesAboveLimit } from '../../vault/instructions/index.ts';
import { lockStorage } from '../../vault/storage/index.ts';
import { withdrawPaymentJob } from '../payments/index.ts';
import {
  deleteRemovalNotices,
  insertRemovalNotices,
  listNotifiedContacts,
  listOpenGifts,
} from './lapse-repository.ts';
import {
  type ContactNotices,
  firstWarningDays,
  type GraceStep,
  graceStep,
  lastWarningDays,
  needsNotice,
  type RemovalFacts,
} from './lapse-rules.ts';
import { amendPlan, listGracePeriods, lockPlan, type OwnerPlan } from './plan-repository.ts';
import { freePlan } from './plan-rules.ts';
import { paymentCutoff, readRemovalFacts } from './removal-facts.ts';
import { filesOverLimit, removalAhead } from './removal-mails.ts';

/**
 * Warns about files above the limit, and removes the newest files when no reason to keep them
 * remains.
 */
export async function processGracePeriods(ctx: Context, signal?: AbortSignal): Promise<void> {
  const warnedBefore = addDays(moscowDay(ctx.clock.now()), firstWarningDays);
  await forEachDue<string>({
    list: (after, limit) => listGracePeriods(ctx.database, warnedBefore, after ?? lowestId, limit),
    handle: (userId) => processGracePeriod(ctx, userId),
    failed: (user_id, err) =>
      ctx.log.error({ code: 'grace_not_ended', user_id, err }, 'a grace period could not be ended'),
    signal,
  });
}

function processGracePeriod(ctx: Context, userId: string): Promise<void> {
  const { database, clock } = ctx;
  return database.transaction(async () => {
    if (!(await lockUser(database, userId))) return;
    const plan = await lockPlan(database, userId);
    if (!plan.grace_until) return;
    const { used_bytes } = await lockStorage(database, userId);
    const excessBytes = used_bytes - plan.limit_mb * bytesPerMb;
    const today = moscowDay(clock.now());
    if (excessBytes > 0) return handleExcess(ctx, userId, plan, excessBytes);
    // All files fit, so no mail is sent.
    if (plan.grace_until <= today) await resetToFreePlan(ctx, userId);
  });
}

async function resetToFreePlan({ database }: Context, userId: string): Promise<void> {
  await amendPlan(database, userId, freePlan);
  await deleteRemovalNotices(database, userId);
}

async function handleExcess(
  ctx: Context,
  userId: string,
  plan: OwnerPlan,
  excessBytes: number,
): Promise<void> {
  const facts = await readRemovalFacts(ctx, userId, plan);
  const next = graceStep(plan, facts, moscowDay(ctx.clock.now()));
  switch (next.step) {
    case 'none':
      return;
    case 'warn':
      return sendWarning(ctx, userId, plan, facts, excessBytes, next);
    case 'prolong':
      return prolongGrace(ctx, userId, next);
    case 'remove':
      return removeFiles(ctx, userId, plan);
  }
}

async function sendWarning(
  ctx: Context,
  userId: string,
  plan: OwnerPlan,
  facts: RemovalFacts,
  excessBytes: number,
  { warned: grace_warned, grace_until }: GraceStep & { step: 'warn' },
): Promise<void> {
  await amendPlan(ctx.database, userId, { grace_warned, grace_until, grace_notified_on: null });
  await enqueueMail(ctx, filesOverLimit, {
    stage: 'soon',
    user_id: userId,
    files_removed_on: grace_until,
    over_mb: toMb(excessBytes),
    is_last: grace_warned === lastWarningDays,
  });
  await notifyContacts(ctx, userId, { ...plan, grace_warned, grace_until }, facts.contacts);
}

async function prolongGrace(
  ctx: Context,
  userId: string,
  { reason, grace_until, grace_unnotified_since }: GraceStep & { step: 'prolong' },
): Promise<void> {
  const { database, log } = ctx;
  await amendPlan(database, userId, {
    grace_until,
    grace_unnotified_since,
    grace_warned: null,
    grace_notified_on: null,
    grace_refused_on: null,
  });
  if (reason === 'contacts_unreachable') {
    const kept = { stage: 'kept', user_id: userId, files_removed_on: grace_until } as const;
    await enqueueMail(ctx, filesOverLimit, kept);
  }
  log.info(
    { code: 'files_kept_longer', user_id: userId, reason },
    'files above the limit are kept longer',
  );
}

async function removeFiles(ctx: Context, userId: string, plan: OwnerPlan): Promise<void> {
  const { log } = ctx;
  const removed = await filesAboveLimit(ctx).removeNewest(userId, plan.limit_mb * bytesPerMb);
  await resetToFreePlan(ctx, userId);
  if (removed.files > 0) {
    await enqueueMail(ctx, filesOverLimit, { stage: 'removed', user_id: userId, ...removed });
  }
  log.info(
    { code: 'files_above_limit_removed', user_id: userId, files: removed.files },
    'files above the limit removed',
  );
}

/** Notifies the confirmed contacts with the first and the last warning. */
async function notifyContacts(
  ctx: Context,
  userId: string,
  { expired_on, grace_until, grace_warned }: OwnerPlan,
  contacts: readonly ContactNotices[],
): Promise<void> {
  const { database, clock } = ctx;
  const isLast = grace_warned === lastWarningDays;
  const isFirst = grace_warned === firstWarningDays;
  if (!expired_on || !grace_until || !(isFirst || isLast)) return;
  const today = moscowDay(clock.now());
  // The first warning starts a new series, so the notices of the former one are deleted.
  if (isFirst) await deleteRemovalNotices(database, userId);
  const ids = contacts.filter((contact) => needsNotice(contact, isLast, today)).map(({ id }) => id);
  const noticeIds = await insertRemovalNotices(database, ids, {
    user_id: userId,
    expired_on,
    files_removed_on: grace_until,
    is_last: isLast,
    enqueued_on: today,
  });
  for (const notice_id of noticeIds) {
    await enqueueMail(ctx, removalAhead, { notice_id }, { mailId: notice_id });
  }
}

interface SettledLapse {
  owner_id: string;
  /** The version of the lapsed plan. */
  basis: number;
  /** Null if the lapse was settled without a payment, such as by compensation for an outage. */
  payment_id: string | null;
  /** The contact who paid. Gets a mail about the payment instead. */
  contact_id: string | null;
}

/**
 * Notifies the warned contacts that no files are removed, and withdraws competing payments. Runs in
 * the transaction that changes the plan.
 */
export async function settleLapse(
  ctx: Context,
  { owner_id, basis, payment_id, contact_id }: SettledLapse,
): Promise<void> {
  const { database, clock, jobs } = ctx;
  for (const notified of await listNotifiedContacts(database, owner_id)) {
    if (notified !== contact_id) await enqueueMail(ctx, removalAhead, { contact_id: notified });
  }
  await deleteRemovalNotices(database, owner_id);
  const since = paymentCutoff(clock.now());
  for (const gift of await listOpenGifts(database, { owner_id, basis, since })) {
    if (gift.payment_id === payment_id) continue;
    await jobs.enqueue(withdrawPaymentJob, { payment_id: gift.payment_id });
  }
}
