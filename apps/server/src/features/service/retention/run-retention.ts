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

/** A batch is one statement without work in between, so it may be larger than a page. */
const rowsAtOnce = 500;

/**
 * Ends every kind of data that has expired and needs no notification. A kind that fails does not stop
 * the others; the job is retried for it. May run twice, also concurrently.
 */
export async function runRetention(ctx: Context, signal?: AbortSignal): Promise<void> {
  const rules = ctx.wiring.retention.flatMap((rules) => Object.entries(rules));
  const failures = await forEachDue<(typeof rules)[number]>({
    list: async () => rules,
    handle: ([kind, remove]) =>
      recordRun(ctx, kind as SweptKind, async (removeRecorded) => {
        const removeSome = () => remove(ctx, ctx.clock.now(), rowsAtOnce);
        while (await removeRecorded(removeSome)) signal?.throwIfAborted();
      }),
    failed: ([kind], err) =>
      ctx.log.error(
        { code: 'retention_failed', kind, err },
        'data whose time is over could not be removed',
      ),
    signal,
  });
  if (failures.length > 0) throw failures[0];
}

/** Removes some in one transaction with its counts; false where nothing was due. */
type RemoveRecorded = (remove: () => Promise<RemovalCounts>) => Promise<boolean>;

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

/**
 * Ends what was handed over when its year is over, and then the data of the contacts. May run twice.
 */
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
            'what was handed over could not be removed',
          ),
        signal,
      });
    });
  }
}
