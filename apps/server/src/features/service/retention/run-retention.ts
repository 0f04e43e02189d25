import type { RecordedKind, SweptKind } from '@zavet/contract/service/retention-table';
import type { Context } from '../../../context.ts';
import { isEmptyRemoval, type RemovalCounts } from '../../../platform/database/batches.ts';
import { forEachDue } from '../../../platform/jobs/for-each-due.ts';
import {
  deleteHandoverContacts,
  endHandover,
  findCompleteHandovers,
  findExpiredContacts,
  type HandoverRef,
} from '../../protocol/index.ts';
import { addToRun, endRun, openRun } from './retention-repository.ts';

const batchRows = 500;

/**
 * Deletes expired data that needs no notification. The failure of one kind does not stop the other
 * kinds, but makes the job retry. May run concurrently.
 */
export async function runRetention(ctx: Context, signal?: AbortSignal): Promise<void> {
  const rules = ctx.wiring.retention.flatMap((rules) => Object.entries(rules));
  const failures = await forEachDue<(typeof rules)[number]>({
    list: async () => rules,
    handle: ([kind, remove]) =>
      recordRun(ctx, kind as SweptKind, async (removeRecorded) => {
        const removeBatch = () => remove(ctx, ctx.clock.now(), batchRows);
        while (await removeRecorded(removeBatch)) signal?.throwIfAborted();
      }),
    failed: ([kind], err) =>
      ctx.log.error({ code: 'retention_failed', kind, err }, 'removal of expired data failed'),
    signal,
  });
  if (failures.length > 0) throw failures[0];
}

/** Removes a batch and records its counts in one transaction; returns false if nothing was due. */
type RemoveRecorded = (remove: () => Promise<RemovalCounts>) => Promise<boolean>;

/**
 * Records the removals of a kind. A crash rolls back at most the current batch; the next run continues
 * the same record.
 */
export async function recordRun(
  { database, clock, checkpoint }: Context,
  kind: RecordedKind,
  work: (removeRecorded: RemoveRecorded) => Promise<void>,
): Promise<void> {
  const run = await openRun(database, kind, clock.now());
  await work(async (remove) => {
    const isDue = await database.transaction(async () => {
      const removed = await remove();
      if (isEmptyRemoval(removed)) return false;
      await addToRun(database, run, removed);
      checkpoint('retention.before_commit');
      return true;
    });
    if (isDue) checkpoint('retention.batch_done');
    return isDue;
  });
  await endRun(database, run, clock.now());
}

/** Removes released letters after a year, and later the data of the contacts. May run twice. */
export async function endHandovers(ctx: Context, signal?: AbortSignal): Promise<void> {
  const steps = [
    { kind: 'handovers', list: findCompleteHandovers, settle: endHandover },
    { kind: 'contacts_after_handover', list: findExpiredContacts, settle: deleteHandoverContacts },
  ] as const;
  for (const { kind, list, settle } of steps) {
    await recordRun(ctx, kind, async (removeRecorded) => {
      await forEachDue<HandoverRef>({
        list: (after, limit) => list(ctx, after, limit),
        handle: (handover) => removeRecorded(() => settle(ctx, handover)),
        failed: ({ id }, err) =>
          ctx.log.error(
            { code: 'handover_not_ended', activation_id: id, err },
            'removal of released letters failed',
          ),
        signal,
      });
    });
  }
}
