import { releaseTimings } from '@zavet/contract/protocol/release-rules';
import type { Context } from '../../../context.ts';
import { readTimeBounds } from '../../../platform/clock.ts';
import { isDowntimeRecorded, recordHeartbeat } from '../../../platform/downtime/heartbeat.ts';
import { listInterruptionsAfter } from '../../../platform/downtime/interruption-repository.ts';
import { forEachDue } from '../../../platform/jobs/for-each-due.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import { mailOwnerWithVetoLink } from '../emails/owner-mail.ts';
import { activationWaits, waitingPostponed } from '../emails/waiting-mails.ts';
import { auditRelease } from './activation-audit.ts';
import { type Activation, findStandingOf, hasSomethingToDeliver } from './activation-repository.ts';
import { listUnanswered } from './agreement-repository.ts';
import { notifyUnanswered } from './ask-agreement.ts';
import { isDoubted } from './doubt-repository.ts';
import { cancelWaiting } from './end-activation.ts';
import { endRequestsOfDeparted } from './end-left-requests.ts';
import { type LockedWaiting, lockWaiting } from './lock-activation.ts';
import { releaseLetters } from './release-letters.ts';
import {
  type DueRelease,
  findWaitingOf,
  listDueReleases,
  listOtherContacts,
  listToPostpone,
  listToWarn,
  markWarned,
  setReleaseAt,
} from './waiting-repository.ts';
import {
  isDue,
  isPostponedLong,
  reasonToCancel,
  releaseAfterInterruptions,
  warningDue,
} from './waiting-rules.ts';

export const reviewWaitingJob = jobName<{ owner_id: string }>('review-waiting');

/**
 * Puts off what an interruption has overtaken, releases letters whose waiting period is over, warns
 * the owners of the others, and notifies contacts whose question was not answered in time.
 */
export async function processWaitingActivations(ctx: Context, signal: AbortSignal): Promise<void> {
  const { database, clock } = ctx;
  const each = <Row extends { id: string }>(
    list: (after: Row | undefined, limit: number) => Promise<Row[]>,
    handle: (ctx: Context, id: string) => Promise<void>,
  ) =>
    forEachDue<Row>({
      list,
      handle: ({ id }) => handle(ctx, id),
      failed: ({ id }, err) =>
        ctx.log.error(
          { code: 'waiting_failed', activation_id: id, err },
          'an activation that waits failed',
        ),
      signal,
      // Only this job gives the sign: it attests that owners are warned before letters are released.
      heartbeat: () => recordHeartbeat(ctx),
    });
  await each((after, limit) => listToPostpone(database, after?.id, limit), postponeRelease);
  await each<DueRelease>(async (after, limit) => {
    const { earliest } = await readTimeBounds(ctx);
    return listDueReleases(database, earliest, after, limit);
  }, releaseActivation);
  await each((after, limit) => listToWarn(database, clock.now(), after?.id, limit), warnOwner);
  const askedBefore = new Date(clock.now().getTime() - releaseTimings.agreement);
  await each(
    (after, limit) => listUnanswered(database, askedBefore, after?.id, limit),
    notifyUnanswered,
  );
}

async function warnOwner(ctx: Context, id: string): Promise<void> {
  const { database, clock } = ctx;
  await database.transaction(async () => {
    const locked = await lockWaiting(ctx, id);
    if (!locked) return;
    const { activation } = locked;
    const now = clock.now();
    const { release_at, waiting_since } = activation;
    const warned_at = activation.warned_at ?? waiting_since;
    const warning = warningDue({ waiting_since, release_at, warned_at }, now);
    if (!warning || !(await markWarned(database, activation, now))) return;
    const ids = { activation_id: id, warning };
    await mailOwnerWithVetoLink(ctx, activation.deceased_user_id, activationWaits, ids);
  });
}

/** What a contact who leaves had begun and is paid for, or asked the operators for, is looked at once more. */
export async function reviewAfterDeparture(ctx: Context, ownerId: string): Promise<void> {
  const waiting = await findWaitingOf(ctx.database, ownerId);
  if (waiting) await reviewWaiting(ctx, waiting.id);
  await endRequestsOfDeparted(ctx, ownerId);
}

/**
 * The waiting is over: letters leave, once, unless an interruption puts them off. May run any number
 * of times, and at any moment.
 */
export async function releaseActivation(ctx: Context, id: string): Promise<void> {
  const { database } = ctx;
  await database.transaction(async () => {
    const locked = await lockWaiting(ctx, id);
    if (!locked) return;
    // Looked at under the locks: a stop that was acknowledged has been seen by now.
    // A worker that was away has to say so first, or it would not know of its own absence.
    if (!(await isDowntimeRecorded(database))) return;
    if (await postponeIfInterrupted(ctx, locked)) return;
    // Doubts are raised under the same lock: one that was acknowledged is seen here.
    if (await isDoubted(database, locked.activation)) return;
    const { earliest } = await readTimeBounds(ctx);
    if (!isDue(locked.activation, earliest)) return;
    if (await cancelWaitingIfNeeded(ctx, locked)) return;
    await releaseLetters(ctx, locked.activation, 'waited', earliest);
    ctx.checkpoint('release.before_commit');
  });
  ctx.checkpoint('release.done');
}

/** A contact has left the owner: what that contact began does not wait to the end. */
async function reviewWaiting(ctx: Context, id: string): Promise<void> {
  await ctx.database.transaction(async () => {
    const locked = await lockWaiting(ctx, id);
    if (locked) await cancelWaitingIfNeeded(ctx, locked);
  });
}

async function cancelWaitingIfNeeded(
  ctx: Context,
  { activation, payment }: LockedWaiting,
): Promise<boolean> {
  const reason = reasonToCancel(await findingsOf(ctx, activation));
  if (reason) await cancelWaiting(ctx, activation, payment, 'called_off', reason);
  return reason !== undefined;
}

async function findingsOf({ database }: Context, activation: Activation) {
  return {
    initiator_user_id: activation.initiator_user_id,
    standing: await findStandingOf(database, activation),
    hasSomethingToDeliver: await hasSomethingToDeliver(database, activation.deceased_user_id),
  };
}

/** Letters that wait leave later if the service was or will be interrupted. May run twice. */
export async function postponeRelease(ctx: Context, id: string): Promise<void> {
  await ctx.database.transaction(async () => {
    const locked = await lockWaiting(ctx, id);
    if (locked) await postponeIfInterrupted(ctx, locked);
  });
}

/**
 * The same for what is locked already; false where letters leave as they should. Everybody whom it
 * concerns is told when that is, and the owner how to stop it.
 */
async function postponeIfInterrupted(
  ctx: Context,
  { activation }: LockedWaiting,
): Promise<boolean> {
  const { database, jobs, log } = ctx;
  const { id, deceased_user_id: ownerId, release_at: before } = activation;
  const known = await listInterruptionsAfter(database, activation.waiting_since);
  const release_at = releaseAfterInterruptions(before, known);
  if (release_at <= before) return false;
  // Not before the end of the interruption, by whichever clock: the last day may begin with it.
  const { latest } = await readTimeBounds(ctx);
  await setReleaseAt(database, activation, release_at, latest);
  await recordSecurityEvent(database, ownerId, 'release_postponed', systemActor, latest);
  await auditRelease(ctx, 'release_postponed', activation, {
    actor: { kind: 'system' },
    facts: { before: before.toISOString(), release_at: release_at.toISOString() },
  });
  await mailOwnerWithVetoLink(ctx, ownerId, activationWaits, {
    activation_id: id,
    warning: 'postponed',
  });
  await enqueueMail({ jobs }, waitingPostponed, { activation_id: id });
  for (const { id: contact_id } of await listOtherContacts(database, activation)) {
    await enqueueMail({ jobs }, waitingPostponed, { activation_id: id, contact_id });
  }
  ctx.checkpoint('postpone.before_commit');
  const facts = { activation_id: id, before, release_at };
  log.info({ code: 'release_postponed', ...facts }, 'letters leave later after an interruption');
  if (isPostponedLong({ ...activation, release_at })) {
    log.error(
      { code: 'release_put_off_long', ...facts },
      'interruptions keep letters from leaving',
    );
  }
  return true;
}
