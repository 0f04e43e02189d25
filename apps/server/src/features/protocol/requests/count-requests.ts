import type { ServiceState } from '@zavet/contract/operators/state-endpoints';
import type { ProtocolDeps } from '../protocol-deps.ts';
import { answeredUnlessSince } from './request-rules.ts';
import { countUndecided } from './review-repository.ts';

/** Requests that wait for an operator, and those that should have an answer by now. */
export async function countRequests({
  database,
  clock,
}: Pick<ProtocolDeps, 'database' | 'clock'>): Promise<ServiceState['requests']> {
  const { oldest_filed_at, ...counts } = await countUndecided(
    database,
    answeredUnlessSince(clock.now()),
  );
  return {
    ...counts,
    oldest_filed_at: oldest_filed_at === null ? null : new Date(oldest_filed_at).toISOString(),
  };
}
