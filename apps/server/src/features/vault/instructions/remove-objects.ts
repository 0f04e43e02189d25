import type { Context } from '../../../context.ts';
import { pageSize } from '../../../platform/jobs/for-each-due.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { findRemovals, forgetRemovals, postponeRemoval } from './file-repository.ts';

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
    const keys = await database.transaction(() => findRemovals(database, pageSize));
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
    await forgetRemovals(database, keys);
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
