import type { Context } from '../../../context.ts';
import { forEachDue } from '../../../platform/jobs/for-each-due.ts';
import {
  endHandover,
  findContactsDue,
  findOverHandovers,
  forgetContacts,
  type HandoverRef,
} from '../../protocol/index.ts';
import { recordRun } from './record-run.ts';

/**
 * Ends what was handed over when its year is over, and then the data of the contacts. May run twice.
 */
export async function endHandovers(ctx: Context, signal?: AbortSignal): Promise<void> {
  const steps = [
    { kind: 'handovers', list: findOverHandovers, settle: endHandover },
    { kind: 'contacts_after_handover', list: findContactsDue, settle: forgetContacts },
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
