import type { Context } from '../../../context.ts';
import { systemClock } from '../../../platform/clock/clock.ts';
import { forEachDue } from '../../../platform/jobs/for-each-due.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { lockUser } from '../../identity/account/index.ts';
import { deleteExpiredUploads, listOwnersOfExpiredUploads } from './file-repository.ts';

export const freeUploadsJob = jobName<{ is_between?: boolean }>('free-uploads');

/** Gives the place and the quota of uploads back whose process died. May run twice. */
export async function freeUploads(
  ctx: Pick<Context, 'database' | 'log'>,
  signal?: AbortSignal,
): Promise<void> {
  const { database } = ctx;
  await forEachDue<string>({
    list: (after, limit) => listOwnersOfExpiredUploads(database, after, limit),
    handle: (userId) =>
      database.transaction(async () => {
        await lockUser(database, userId);
        await deleteExpiredUploads(database, userId);
      }),
    failed: (user_id, err) =>
      ctx.log.error(
        { code: 'uploads_not_freed', user_id, err },
        'the quota of interrupted uploads could not be given back',
      ),
    signal,
  });
}

const betweenSeconds = 30;

/** Schedules know only whole minutes, and nobody should wait that long for room. */
export async function freeUploadsOften(
  ctx: Pick<Context, 'database' | 'jobs' | 'log'>,
  isBetween: boolean,
  signal: AbortSignal,
): Promise<void> {
  if (!isBetween) {
    const options = { startAfterSeconds: betweenSeconds };
    await ctx.jobs.enqueue(freeUploadsJob, { is_between: true }, options);
  }
  await freeUploads(ctx, signal);
}

const unfinishedKeptMs = 24 * 60 * 60 * 1000;

/**
 * Removes half objects that a dead process left in the store. They are dated by the machine, which
 * knows nothing of a clock that was put ahead: what is arriving must not look old.
 */
export async function sweepObjects({ store }: Pick<Context, 'store'>): Promise<void> {
  await store.sweep(new Date(systemClock.now().getTime() - unfinishedKeptMs));
}
