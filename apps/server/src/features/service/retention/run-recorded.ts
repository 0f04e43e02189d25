import type { RecordedKind } from '@zavet/contract/legal/retention-table';
import type { Context } from '../../../context.ts';
import { isNothing, type Removed } from '../../../platform/database/removal.ts';
import { addToRun, endRun, openRun } from './run-repository.ts';

type RunDeps = Pick<Context, 'database' | 'clock' | 'checkpoint'>;

/**
 * Removes batch after batch until nothing is due, each in a transaction of its own with its counts.
 * A process that dies loses at most the batch in hand; the next run goes on with the same record.
 */
export async function runRecorded(
  { database, clock, checkpoint }: RunDeps,
  kind: RecordedKind,
  removeBatch: () => Promise<Removed>,
  signal?: AbortSignal,
): Promise<void> {
  const run = await openRun(database, kind, clock.now());
  let isDone = false;
  while (!isDone && !signal?.aborted) {
    isDone = await database.transaction(async () => {
      const removed = await removeBatch();
      if (isNothing(removed)) return true;
      await addToRun(database, run, removed);
      checkpoint('retention.before_commit');
      return false;
    });
    if (!isDone) checkpoint('retention.batch_done');
  }
  if (isDone) await endRun(database, run, clock.now());
}

interface Each<One> {
  /** Some that are due, and none of those that were tried. */
  find(tried: readonly One[]): Promise<readonly One[]>;
  /** In a transaction of its own; says what it removed. */
  settle(one: One): Promise<Removed>;
  failed(one: One, error: unknown): void;
}

/** The same for what is settled one by one, so that one that fails leaves the others alone. */
export async function runEachRecorded<One>(
  { database, clock, checkpoint }: RunDeps,
  kind: RecordedKind,
  { find, settle, failed }: Each<One>,
  signal?: AbortSignal,
): Promise<void> {
  const run = await openRun(database, kind, clock.now());
  const settleOne = (one: One) =>
    database.transaction(async () => {
      const removed = await settle(one);
      if (isNothing(removed)) return;
      await addToRun(database, run, removed);
      checkpoint('retention.before_commit');
    });
  let due = await find([]);
  while (due.length > 0 && !signal?.aborted) {
    for (const one of due) {
      if (signal?.aborted) return;
      await settleOne(one).catch((error) => failed(one, error));
      checkpoint('retention.batch_done');
    }
    due = await find(due);
  }
  if (!signal?.aborted) await endRun(database, run, clock.now());
}
