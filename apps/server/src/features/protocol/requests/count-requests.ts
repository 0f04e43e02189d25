import type { ServiceState } from '@zavet/contract/desk/status-endpoints';
import type { Context } from '../../../context.ts';
import { countDoubts } from '../doubts/read-doubts.ts';
import { overdueSince } from './request-rules.ts';
import { countUndecided } from './review-repository.ts';

/** Requests and doubts that wait for an operator, and those that should have an answer by now. */
export async function countRequests({
  database,
  clock,
}: Pick<Context, 'database' | 'clock'>): Promise<ServiceState['requests']> {
  const { oldest_filed_at, ...counts } = await countUndecided(database, overdueSince(clock.now()));
  const doubts = await countDoubts({ database, clock });
  const times = [oldest_filed_at, doubts.oldest_at].flatMap((time) => (time ? new Date(time) : []));
  const [oldest = null] = times.sort((one, other) => one.getTime() - other.getTime());
  return {
    waiting: counts.waiting + doubts.waiting,
    overdue: counts.overdue + doubts.overdue,
    oldest_filed_at: oldest,
  };
}
