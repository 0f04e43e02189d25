import type { Context } from '../../../context.ts';
import {
  endHandover,
  findContactsDue,
  findOverHandovers,
  forgetContacts,
  type HandoverRef,
} from '../../protocol/index.ts';
import { runEachRecorded } from './run-recorded.ts';

const atOnce = 50;

/**
 * Ends what was handed over when its year is over, and then the data of the contacts. May run twice.
 */
export async function endHandovers(ctx: Context, signal?: AbortSignal): Promise<void> {
  const { log } = ctx;
  const failed = ({ id }: HandoverRef, error: unknown) =>
    log.error(
      { code: 'handover_not_ended', err: error, activation_id: id },
      'what was handed over could not be removed',
    );
  const tried: string[] = [];
  const except = (latest: readonly HandoverRef[]) => {
    tried.push(...latest.map(({ id }) => id));
    return tried;
  };
  const over = {
    find: (latest: readonly HandoverRef[]) => findOverHandovers(ctx, except(latest), atOnce),
    settle: (handover: HandoverRef) => endHandover(ctx, handover),
    failed,
  };
  await runEachRecorded(ctx, 'handovers', over, signal);
  tried.length = 0;
  const contacts = {
    find: (latest: readonly HandoverRef[]) => findContactsDue(ctx, except(latest), atOnce),
    settle: (handover: HandoverRef) => forgetContacts(ctx, handover),
    failed,
  };
  await runEachRecorded(ctx, 'contacts_after_handover', contacts, signal);
}
