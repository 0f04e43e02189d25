import type { Context } from '../../../../context.ts';
import { fail } from '../../../../platform/failure.ts';
import type { Caller, CookieReader } from '../../../../platform/http/route.ts';
import { newId } from '../../../../platform/ids.ts';
import { forEachDue } from '../../../../platform/jobs/for-each-due.ts';
import { jobName } from '../../../../platform/jobs/job.ts';
import { enqueueMail } from '../../../../platform/mail/mailer.ts';
import { ownerAddresses } from '../account-ports.ts';
import { lockUser } from '../account-repository.ts';
import { deleteUnusedLinks, listUnusedLinks } from '../link-repository.ts';
import { accountLink, createLink } from '../links.ts';
import {
  type EventOrigin,
  recordSecurityEvent,
  systemActor,
} from '../security-event-repository.ts';
import { deleteAllSessions } from '../sessions/session-repository.ts';
import {
  deleteFactors,
  deletePendingSignIns,
  findPendingSignIn,
  updateSecondFactorSince,
} from './factor-repository.ts';
import { cooldownEnd, decideDueStep, endOfWait } from './factor-rules.ts';
import { lostDevice } from './lost-device-mail.ts';
import {
  closeLostDeviceWait,
  type DueWait,
  findLastCancellation,
  findOpenLostDeviceWait,
  insertLostDeviceWait,
  listDueWaits,
  recordReminder,
  type WaitOutcome,
} from './lost-device-repository.ts';
import { requirePendingSignIn } from './pending-sign-in.ts';

export const lostDeviceJob = jobName<object>('watch-lost-devices');

const eventByOutcome = {
  cancelled: 'lost_device_cancelled',
  factor_used: 'lost_device_ended',
  password_changed: 'lost_device_ended',
  removed: 'second_factor_removed',
} as const satisfies Record<WaitOutcome, string>;

/**
 * Starts a waiting period after a correct password. Every address of the owner is notified and can
 * stop it; after seven days all factors are removed. A repeated report changes nothing.
 */
export async function reportLostDevice(ctx: Context, caller: Caller, cookies: CookieReader) {
  const { database, clock } = ctx;
  const { pending, device } = await requirePendingSignIn(ctx, cookies);
  const { user_id: userId } = pending;
  return database.transaction(async () => {
    await lockUser(database, userId);
    const now = clock.now();
    // A new password may have ended the pending sign-in.
    const isPending = await findPendingSignIn(database, pending.id, device.digest, now);
    if (!isPending) return fail('second_step_expired');
    const open = await findOpenLostDeviceWait(database, userId);
    if (open) return open.ends_at;
    const until = cooldownEnd(await findLastCancellation(database, userId), now);
    if (until) fail('lost_device_too_soon', { facts: { until } });
    const wait = { id: newId(), user_id: userId, started_at: now, ends_at: endOfWait(now) };
    await insertLostDeviceWait(database, wait);
    await recordSecurityEvent(database, userId, 'lost_device_reported', caller, now);
    await mailStopLinks(ctx, userId, 'reported', caller);
    return wait.ends_at;
  });
}

/** Stops the waiting period by a mailed link; all factors stay. */
export async function cancelLostDevice(ctx: Context, token: string, caller: Caller): Promise<void> {
  await accountLink('cancel_lost_device').act(ctx, token, async ({ user_id }) => {
    if (!(await endLostDeviceWait(ctx, user_id, 'cancelled', caller))) fail('link_invalid');
    await deletePendingSignIns(ctx.database, user_id);
  });
}

/** Sends due reminders and ends due waiting periods. May run twice. */
export async function processLostDeviceWaits(ctx: Context, signal: AbortSignal): Promise<void> {
  await forEachDue<DueWait>({
    list: (after, limit) => listDueWaits(ctx.database, ctx.clock.now(), after, limit),
    handle: ({ user_id }) => processWait(ctx, user_id),
    failed: ({ user_id }, err) =>
      ctx.log.error(
        { code: 'lost_device_not_processed', user_id, err },
        'the waiting period after a lost device could not be processed',
      ),
    signal,
  });
}

async function processWait(ctx: Context, userId: string): Promise<void> {
  const { database, clock } = ctx;
  await database.transaction(async () => {
    await lockUser(database, userId);
    const wait = await findOpenLostDeviceWait(database, userId);
    if (!wait) return;
    const step = decideDueStep(wait, clock.now());
    if (step.kind === 'remind') {
      await recordReminder(database, wait.id, step);
      await mailStopLinks(ctx, userId, 'reminder', await reportOriginOf(ctx, userId));
    }
    if (step.kind === 'end') await removeFactors(ctx, userId);
  });
}

/** Origin of the report, as stored in its links. */
async function reportOriginOf({ database }: Context, userId: string): Promise<EventOrigin> {
  const first = (await listUnusedLinks(database, userId, 'cancel_lost_device')).at(-1);
  if (!first) return systemActor;
  return { address: first.asked_address, user_agent: first.asked_user_agent };
}

/** Removes all factors and ends all sessions. Afterwards the password alone signs in. */
async function removeFactors(ctx: Context, userId: string): Promise<void> {
  const { database, clock } = ctx;
  await deleteFactors(database, userId, 'all');
  await updateSecondFactorSince(database, userId, clock.now());
  await deletePendingSignIns(database, userId);
  await deleteAllSessions(database, userId);
  await endLostDeviceWait(ctx, userId, 'removed', systemActor);
}

/**
 * Ends an open waiting period and its links, and notifies every address. The account must be
 * locked.
 */
export async function endLostDeviceWait(
  ctx: Context,
  userId: string,
  outcome: WaitOutcome,
  origin: EventOrigin,
): Promise<boolean> {
  const { database, clock } = ctx;
  const now = clock.now();
  if (!(await closeLostDeviceWait(database, userId, outcome, now))) return false;
  await deleteUnusedLinks(database, userId, 'cancel_lost_device');
  await recordSecurityEvent(database, userId, eventByOutcome[outcome], origin, now);
  const ids = { user_id: userId, stage: outcome, at: now.toISOString() };
  for (const { address } of await ownerAddresses(ctx)(userId)) {
    await enqueueMail(ctx, lostDevice, { ...ids, address });
  }
  return true;
}

/** Mails each address its own link that stops the waiting period. */
async function mailStopLinks(
  ctx: Context,
  user_id: string,
  stage: 'reported' | 'reminder',
  origin: EventOrigin,
): Promise<void> {
  for (const { address } of await ownerAddresses(ctx)(user_id)) {
    const link_id = await createLink(ctx, user_id, 'cancel_lost_device', origin);
    await enqueueMail(ctx, lostDevice, { user_id, address, stage, link_id });
  }
}
