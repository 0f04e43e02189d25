import type { RecordedKind } from '@zavet/contract/legal/retention-table';
import type { Context } from '../../../context.ts';
import { isNothing, type Removed } from '../../../platform/database/removal.ts';
import { addToRun, endRun, openRun } from './run-repository.ts';

/** Removes some in one transaction with its counts; false where nothing was due. */
export type RemoveRecorded = (remove: () => Promise<Removed>) => Promise<boolean>;

/**
 * Counts what is removed of a kind. A process that dies loses at most the batch in hand; the next run
 * continues the same record.
 */
export async function recordRun(
  { database, clock, checkpoint }: Pick<Context, 'database' | 'clock' | 'checkpoint'>,
  kind: RecordedKind,
  work: (removeRecorded: RemoveRecorded) => Promise<void>,
): Promise<void> {
  const run = await openRun(database, kind, clock.now());
  await work(async (remove) => {
    const isDue = await database.transaction(async () => {
      const removed = await remove();
      if (isNothing(removed)) return false;
      await addToRun(database, run, removed);
      checkpoint('retention.before_commit');
      return true;
    });
    if (isDue) checkpoint('retention.batch_done');
    return isDue;
  });
  await endRun(database, run, clock.now());
}
