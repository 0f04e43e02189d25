import type { Context } from '../../../context.ts';
import { systemClock } from '../../../platform/clock.ts';
import { forEachDue, pageSize } from '../../../platform/jobs/for-each-due.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { lockUser } from '../../identity/account/index.ts';
import { deleteRemovals, listDueRemovals, postponeRemoval } from './object-removal-repository.ts';
import { deleteExpiredUploads, listOwnersOfExpiredUploads } from './upload-repository.ts';

export const removeObjectsJob = jobName<object>('remove-objects');

const postponedMinutes = 10;

type RemovalServices = Pick<Context, 'database' | 'store'>;

/**
 * Removes objects whose rows were deleted, outside of transactions: a slow store must not keep
 * one open. A removal is deleted only after its object. May run twice.
 */
export async function removeObjects(ctx: RemovalServices, signal?: AbortSignal): Promise<void> {
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

/** Retries a failed batch object by object, so that one failure does not block the others. */
async function removeBatch(ctx: RemovalServices, keys: string[]): Promise<unknown[]> {
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

/** Deletes uploads of dead processes, which releases their quota. May run twice. */
export async function freeUploads(
  { database, log }: Pick<Context, 'database' | 'log'>,
  signal?: AbortSignal,
): Promise<void> {
  await forEachDue<string>({
    list: (after, limit) => listOwnersOfExpiredUploads(database, after, limit),
    handle: (userId) =>
      database.transaction(async () => {
        await lockUser(database, userId);
        await deleteExpiredUploads(database, userId);
      }),
    failed: (user_id, err) =>
      log.error(
        { code: 'uploads_not_freed', user_id, err },
        'the quota of interrupted uploads could not be released',
      ),
    signal,
  });
}

const partialObjectMaxAgeMs = 24 * 60 * 60 * 1000;

/**
 * Removes partial objects of dead processes. Stores date objects by the system clock, so this uses
 * it, too: with an advanced test clock, uploads in progress would look old.
 */
export async function sweepObjects({ store }: Pick<Context, 'store'>): Promise<void> {
  await store.sweep(new Date(systemClock.now().getTime() - partialObjectMaxAgeMs));
}
