import { releaseTimings } from '@zavet/contract/protocol/release-rules';
import type { Context } from '../../../context.ts';
import { readTimeBounds } from '../../../platform/clock.ts';
import { isDowntimeRecorded, recordHeartbeat } from '../../../platform/downtime/heartbeat.ts';
import { listInterruptionsAfter } from '../../../platform/downtime/interruption-repository.ts';
import { forEachDue } from '../../../platform/jobs/for-each-due.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import { activationState } from '../emails/activation-state-mail.ts';
import { mailOwnerWithVetoLink } from '../emails/owner-mail.ts';
import { activationWaits } from '../emails/waiting-mail.ts';
import { auditRelease, mailOtherContacts } from './activation-notices.ts';
import { listUnanswered } from './agreement-repository.ts';
import { notifyUnanswered } from './ask-agreement.ts';
import { isDoubted } from './doubt-repository.ts';
import { cancelUnlessReleasable } from './end-activation.ts';
import { type LockedWaitingActivation, lockWaitingActivation } from './lock-activation.ts';
import { releaseLetters } from './release-letters.ts';
import {
  type DueRelease,
  listDuePostponements,
  listDueReleases,
  listDueWarnings,
  markWarned,
  setReleaseAt,
} from './waiting-repository.ts';
import { isDue, isPostponedLong, releaseAfterInterruptions, warningDue } from './waiting-rules.ts';

/**
 * Postpones releases after interruptions, releases due letters, warns owners, and notifies contacts
 * whose request for agreement was not answered in time.
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
          { code: 'waiting_activation_failed', activation_id: id, err },
          'processing a waiting activation failed',
        ),
      signal,
      // Only this job records heartbeats: they prove that owners are warned before a release.
      heartbeat: () => recordHeartbeat(ctx),
    });
  await each((after, limit) => listDuePostponements(database, after?.id, limit), postponeRelease);
  await each<DueRelease>(async (after, limit) => {
    const { earliest } = await readTimeBounds(ctx);
    return listDueReleases(database, earliest, after, limit);
  }, releaseActivation);
  await each((after, limit) => listDueWarnings(database, clock.now(), after?.id, limit), warnOwner);
  const askedBefore = new Date(clock.now().getTime() - releaseTimings.agreement);
  await each(
    (after, limit) => listUnanswered(database, askedBefore, after?.id, limit),
    notifyUnanswered,
  );
}

/** Releases letters whose waiting period is over. Idempotent, and safe to call at any moment. */
export async function releaseActivation(ctx: Context, id: string): Promise<void> {
  const { database } = ctx;
  await database.transaction(async () => {
    // Vetoes and doubts take the same locks, so every acknowledged one is visible from here on.
    const locked = await lockWaitingActivation(ctx, id);
    if (!locked) return;
    // After downtime, a worker must record it before it may release anything.
    if (!(await isDowntimeRecorded(database))) return;
    if (await postponeIfInterrupted(ctx, locked)) return;
    if (await isDoubted(database, locked.activation)) return;
    const { earliest } = await readTimeBounds(ctx);
    if (!isDue(locked.activation, earliest)) return;
    if (await cancelUnlessReleasable(ctx, locked)) return;
    await releaseLetters(ctx, locked.activation, 'waited', earliest);
    ctx.checkpoint('release.before_commit');
  });
  ctx.checkpoint('release.done');
}

/** Postpones a release because of a past or planned interruption. Idempotent. */
export async function postponeRelease(ctx: Context, id: string): Promise<void> {
  await ctx.database.transaction(async () => {
    const locked = await lockWaitingActivation(ctx, id);
    if (locked) await postponeIfInterrupted(ctx, locked);
  });
}

/** True if the release was postponed; owner and contacts are then mailed the new time. */
async function postponeIfInterrupted(
  ctx: Context,
  { activation }: LockedWaitingActivation,
): Promise<boolean> {
  const { database, log } = ctx;
  const { id, deceased_user_id: ownerId, release_at: before } = activation;
  const known = await listInterruptionsAfter(database, activation.waiting_since);
  const release_at = releaseAfterInterruptions(before, known);
  if (release_at <= before) return false;
  // The later of two clocks, so that the warning is not dated before the end of the interruption.
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
  await enqueueMail(ctx, activationState, { activation_id: id, state: 'postponed' });
  await mailOtherContacts(ctx, activation, activationState, { state: 'postponed' });
  ctx.checkpoint('postpone.before_commit');
  const facts = { activation_id: id, before, release_at };
  log.info({ code: 'release_postponed', ...facts }, 'release postponed after an interruption');
  if (isPostponedLong({ ...activation, release_at })) {
    log.error(
      { code: 'release_postponed_long', ...facts },
      'interruptions have postponed a release by more than a week',
    );
  }
  return true;
}

async function warnOwner(ctx: Context, id: string): Promise<void> {
  const { database, clock } = ctx;
  await database.transaction(async () => {
    const locked = await lockWaitingActivation(ctx, id);
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
