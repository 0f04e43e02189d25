import type { SweptKind } from '@zavet/contract/legal/retention-table';
import type { Context } from '../../../context.ts';
import { forEachDue } from '../../../platform/jobs/for-each-due.ts';
import { recordRun } from './record-run.ts';

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
