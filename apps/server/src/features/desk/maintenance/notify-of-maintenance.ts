import { daysAfter } from '@zavet/contract/days';
import { retention } from '@zavet/contract/service-terms';
import type { Context } from '../../../context.ts';
import { forEachBatch } from '../../../platform/jobs/for-each-due.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { lockAvailableUsers, type UserCursor } from '../../identity/account/index.ts';
import { maintenanceNotice } from './maintenance-mails.ts';
import {
  claimCancellationNotices,
  claimNotices,
  listLostNotices,
  listUsersWithoutNotice,
  lockPlannedWindow,
  saveNotifiedUntil,
} from './maintenance-notice-repository.ts';
import { listOpenWindows, type MaintenanceWindow } from './maintenance-repository.ts';

export const notifyOfMaintenanceJob = jobName<object>('notify-of-maintenance');

/** A notice without an outcome after this time is lost. */
const lostAfterDays = 3;

/**
 * Later runs also check users who signed up this long before the last complete run, because they
 * may have confirmed their address only after it.
 */
const confirmedWithinDays = 2 * retention.unconfirmedDays;

/** Notifies users once of planned and cancelled maintenance, even under concurrent runs. */
export async function notifyOfMaintenance(ctx: Context, signal?: AbortSignal): Promise<void> {
  for (const window of await listOpenWindows(ctx.database, ctx.clock.now())) {
    if (window.cancelled_at) await notifyOfCancellation(ctx, window.id, signal);
    else await notifyOfPlannedWindow(ctx, window, signal);
  }
}

/** The first complete run covers all users; later ones only new users and lost notices. */
async function notifyOfPlannedWindow(
  ctx: Context,
  { id, notified_until }: MaintenanceWindow,
  signal?: AbortSignal,
): Promise<void> {
  const { database, clock } = ctx;
  const startedAt = clock.now();
  const since = notified_until ? daysAfter(notified_until, -confirmedWithinDays) : undefined;
  let after: UserCursor | undefined;
  let isComplete = true;
  const notifyBatch = async (limit: number) => {
    if (!(await lockPlannedWindow(database, id, clock.now()))) {
      isComplete = false;
      return 0;
    }
    const users = await listUsersWithoutNotice(database, id, { since, after }, limit);
    after = users.at(-1);
    const notified = await enqueueNotices(
      ctx,
      id,
      users.map((user) => user.id),
    );
    isComplete &&= notified === users.length;
    return users.length;
  };
  await forEachBatch(ctx, notifyBatch, signal);
  const resendBatch = async (limit: number) => {
    const now = clock.now();
    if (!(await lockPlannedWindow(database, id, now))) return 0;
    return enqueueNotices(
      ctx,
      id,
      await listLostNotices(database, id, daysAfter(now, -lostAfterDays), limit),
    );
  };
  await forEachBatch(ctx, resendBatch, signal);
  if (isComplete) await saveNotifiedUntil(database, id, startedAt);
}

/** Returns the number of locked users. Users locked elsewhere are left to the next run. */
async function enqueueNotices(
  ctx: Context,
  window_id: string,
  userIds: readonly string[],
): Promise<number> {
  const { database, clock } = ctx;
  const now = clock.now();
  const lostBefore = daysAfter(now, -lostAfterDays);
  const locked = await lockAvailableUsers(database, userIds);
  for (const user_id of await claimNotices(database, window_id, locked, now, lostBefore)) {
    await enqueueMail(ctx, maintenanceNotice, { window_id, user_id, news: 'planned' });
  }
  return locked.length;
}

/**
 * Notifies users whose notice was accepted by a mail server. Other users get no mail about the
 * window.
 */
async function notifyOfCancellation(
  ctx: Context,
  window_id: string,
  signal?: AbortSignal,
): Promise<void> {
  const { database, clock } = ctx;
  const notifyBatch = async (limit: number) => {
    const userIds = await claimCancellationNotices(database, window_id, clock.now(), limit);
    for (const user_id of userIds) {
      await enqueueMail(ctx, maintenanceNotice, { window_id, user_id, news: 'cancelled' });
    }
    return userIds.length;
  };
  await forEachBatch(ctx, notifyBatch, signal);
}
