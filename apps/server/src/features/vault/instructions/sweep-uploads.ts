import type { Context } from '../../../context.ts';
import { systemClock } from '../../../platform/clock/clock.ts';
import { forEachDue } from '../../../platform/jobs/for-each-due.ts';
import { lockUser } from '../../identity/account/index.ts';
import { deleteExpiredUploads, listOwnersOfExpiredUploads } from './file-repository.ts';

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

const unfinishedKeptMs = 24 * 60 * 60 * 1000;

/**
 * Removes half objects that a dead process left in the store. They are dated by the machine, which
 * knows nothing of a clock that was put ahead: what is arriving must not look old.
 */
export async function sweepObjects({ store }: Pick<Context, 'store'>): Promise<void> {
  await store.sweep(new Date(systemClock.now().getTime() - unfinishedKeptMs));
}
