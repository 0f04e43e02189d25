import type { SweptKind } from '@zavet/contract/legal/retention-table';
import type { Context } from '../../../context.ts';
import { removersOf } from './removers.ts';
import { runRecorded } from './run-recorded.ts';

/** Locks at most so many rows at a time. */
const rowsAtOnce = 500;

/**
 * Ends everything whose time is over and that nobody has to be asked or told about. One kind that
 * fails does not keep the others; the job is tried again for it. May run twice, and at once.
 */
export async function runRetention(ctx: Context, signal?: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  for (const [kind, remove] of Object.entries(removersOf(ctx))) {
    if (signal?.aborted) return;
    const removeBatch = () => remove(ctx, ctx.clock.now(), rowsAtOnce);
    await runRecorded(ctx, kind as SweptKind, removeBatch, signal).catch((error) => {
      failures.push(error);
      ctx.log.error(
        { code: 'retention_failed', err: error, kind },
        'data whose time is over could not be removed',
      );
    });
  }
  if (failures.length > 0) throw failures[0];
}
