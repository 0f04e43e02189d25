import type { SweptKind } from '@zavet/contract/legal/retention-table';
import type { Context } from '../../../context.ts';
import type { Remover } from '../../../platform/database/removal.ts';
import { forEachDue } from '../../../platform/jobs/for-each-due.ts';
import { recordRun } from './record-run.ts';
import { removersOf } from './removers.ts';

/** A batch is one statement without work in between, so it may be larger than a page. */
const rowsAtOnce = 500;

/**
 * Ends everything whose time is over and that nobody has to be asked or told about. One kind that
 * fails does not keep the others; the job is tried again for it. May run twice, and at once.
 */
export async function runRetention(ctx: Context, signal?: AbortSignal): Promise<void> {
  const removers = Object.entries(removersOf(ctx)) as [SweptKind, Remover][];
  const failures = await forEachDue<(typeof removers)[number]>({
    list: async () => removers,
    handle: ([kind, remove]) =>
      recordRun(ctx, kind, async (removeRecorded) => {
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
