import { daysAfter } from '@zavet/contract/days';
import { retention } from '@zavet/contract/service-terms';
import type { Context } from '../../../context.ts';
import { forEachBatch } from '../../../platform/jobs/for-each-due.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { lockAvailableUsers, type UserCursor } from '../../identity/account/index.ts';
import { maintenanceCancelled, maintenancePlanned } from './maintenance-mails.ts';
import {
  claimCancellationNotices,
  claimNotices,
  listLostNotices,
  listUsersWithoutNotice,
  lockPlannedWindow,
  saveWalk,
} from './maintenance-notice-repository.ts';
import { listOpenWindows, type MaintenanceWindow } from './maintenance-repository.ts';

export const notifyOfMaintenanceJob = jobName<object>('tell-of-maintenance');

/** An order older than this has been given up, whatever became of it. */
const triedForDays = 3;

/** An address may be confirmed so long after somebody came; people of these days are looked at again. */
const confirmedWithinDays = 2 * retention.unconfirmedDays;

/** Tells everybody once of what is planned, and of what was called off. May run twice, and at once. */
export async function notifyOfMaintenance(ctx: Context, signal?: AbortSignal): Promise<void> {
  for (const window of await listOpenWindows(ctx.database, ctx.clock.now())) {
    if (window.called_off_at) await notifyOfCancellation(ctx, window.id, signal);
    else await enqueueNotices(ctx, window, signal);
  }
}

/** Everybody once, then those who have come since, and at all times those whose mail got lost. */
async function enqueueNotices(
  ctx: Context,
  { id, walked_until }: MaintenanceWindow,
  signal?: AbortSignal,
): Promise<void> {
  const { database, clock } = ctx;
  const begun = clock.now();
  const since = walked_until ? daysAfter(walked_until, -confirmedWithinDays) : undefined;
  let after: UserCursor | undefined;
  let isWhole = true;
  const tellNext = async (limit: number) => {
    if (!(await lockPlannedWindow(database, id, clock.now()))) {
      isWhole = false;
      return 0;
    }
    const untold = await listUsersWithoutNotice(database, id, { since, after }, limit);
    after = untold.at(-1);
    const told = await tell(
      ctx,
      id,
      untold.map((person) => person.id),
    );
    isWhole &&= told === untold.length;
    return untold.length;
  };
  await forEachBatch(ctx, tellNext, signal);
  const tellLost = async (limit: number) => {
    const now = clock.now();
    if (!(await lockPlannedWindow(database, id, now))) return 0;
    return tell(ctx, id, await listLostNotices(database, id, daysAfter(now, -triedForDays), limit));
  };
  await forEachBatch(ctx, tellLost, signal);
  if (isWhole) await saveWalk(database, id, begun);
}

/** Returns how many could be held; the others are left for the next run. */
async function tell(ctx: Context, window_id: string, people: readonly string[]): Promise<number> {
  const { database, clock } = ctx;
  const now = clock.now();
  const lostBefore = daysAfter(now, -triedForDays);
  const held = await lockAvailableUsers(database, people);
  for (const user_id of await claimNotices(database, window_id, held, now, lostBefore)) {
    await enqueueMail(ctx, maintenancePlanned, { window_id, user_id });
  }
  return held.length;
}

/** Only those for whom a server took the notice; the others never hear of either. */
async function notifyOfCancellation(
  ctx: Context,
  window_id: string,
  signal?: AbortSignal,
): Promise<void> {
  const { database, clock } = ctx;
  const tellSome = async (limit: number) => {
    const told = await claimCancellationNotices(database, window_id, clock.now(), limit);
    for (const user_id of told)
      await enqueueMail(ctx, maintenanceCancelled, { window_id, user_id });
    return told.length;
  };
  await forEachBatch(ctx, tellSome, signal);
}
