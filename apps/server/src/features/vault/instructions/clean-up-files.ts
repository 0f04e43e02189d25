import type { Context } from '../../../context.ts';
import { systemClock } from '../../../platform/clock.ts';
import { forEachDue, pageSize } from '../../../platform/jobs/for-each-due.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { lockUser } from '../../identity/account/index.ts';
import {
  deleteExpiredUploads,
  deleteRemovals,
  listDueRemovals,
  listOwnersOfExpiredUploads,
  postponeRemoval,
} from './file-repository.ts';

const unfinishedKeptMs = 24 * 60 * 60 * 1000;

export const removeObjectsJob = jobName<object>('remove-objects');

const postponedMinutes = 10;

type Parts = Pick<Context, 'database' | 'store'>;

/**
 * Removes the bytes of files whose rows are gone. They are forgotten only when they are really gone,
 * and removed outside of any transaction: a slow store must not hold the database. May run twice.
 */
export async function removeObjects(ctx: Parts, signal?: AbortSignal): Promise<void> {
  const { database } = ctx;
  const failures: unknown[] = [];
  for (let found = pageSize; found === pageSize; ) {
    signal?.throwIfAborted();
    const keys = await database.transaction(() => listDueRemovals(database, pageSize));
    found = keys.length;
    if (found > 0) failures.push(...(await removeBatch(ctx, keys)));
  }
  if (failures.length > 0) throw failures[0];
}

/** One object that cannot be removed does not keep the others. */
async function removeBatch(ctx: Parts, keys: string[]): Promise<unknown[]> {
  const { database, store } = ctx;
  try {
    await store.remove(keys);
    await deleteRemovals(database, keys);
    return [];
  } catch (error) {
    const [only, ...others] = keys;
    if (only !== undefined && others.length === 0) {
      await postponeRemoval(database, only, postponedMinutes);
      return [error];
    }
    const each = await Promise.all(keys.map((key) => removeBatch(ctx, [key])));
    return each.flat();
  }
}

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

/**
 * Removes half objects that a dead process left in the store. They are dated by the machine, which
 * knows nothing of a clock that was put ahead: what is arriving must not look old.
 */
export async function sweepObjects({ store }: Pick<Context, 'store'>): Promise<void> {
  await store.sweep(new Date(systemClock.now().getTime() - unfinishedKeptMs));
}
