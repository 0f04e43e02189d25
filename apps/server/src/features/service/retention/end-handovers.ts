import {
  endHandover,
  findContactsDue,
  findOverHandovers,
  forgetContacts,
  type HandoverRef,
} from '../../protocol/index.ts';
import type { RetentionDeps } from './retention-deps.ts';
import { runEachRecorded } from './run-recorded.ts';

const atOnce = 50;

/**
 * Ends what was handed over when its year is over, and then the data of the contacts. May run twice.
 */
export async function endHandovers(deps: RetentionDeps, signal?: AbortSignal): Promise<void> {
  const { protocol, log } = deps;
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
    find: (latest: readonly HandoverRef[]) => findOverHandovers(protocol, except(latest), atOnce),
    settle: (handover: HandoverRef) => endHandover(protocol, handover),
    failed,
  };
  await runEachRecorded(deps, 'handovers', over, signal);
  tried.length = 0;
  const contacts = {
    find: (latest: readonly HandoverRef[]) => findContactsDue(protocol, except(latest), atOnce),
    settle: (handover: HandoverRef) => forgetContacts(protocol, handover),
    failed,
  };
  await runEachRecorded(deps, 'contacts_after_handover', contacts, signal);
}
