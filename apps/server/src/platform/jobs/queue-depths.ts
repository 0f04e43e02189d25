import { sql } from 'drizzle-orm';
import type { Rows } from '../database/database.ts';
import { failedJobsQueue } from './failed-jobs.ts';
import { isOpen } from './pending-jobs.ts';

/** How much there is to do of one kind of job. */
export interface QueueDepth {
  job: string;
  waiting: number;
  running: number;
  later: number;
  oldest_due_at: Date | null;
}

/** By the time of the database, which the queue keeps as well. */
export async function readQueueDepths({ rows }: Rows): Promise<QueueDepth[]> {
  const isWaiting = sql`state <> 'active' and start_after <= now()`;
  const found = await rows<
    Omit<QueueDepth, 'oldest_due_at'> & { oldest_due_at: string | null }
  >(sql`
    select name as job, count(*) filter (where ${isWaiting})::int as waiting,
      count(*) filter (where state = 'active')::int as running,
      count(*) filter (where state <> 'active' and start_after > now())::int as later,
      min(start_after) filter (where ${isWaiting}) as oldest_due_at
    from pgboss.job where ${isOpen} and name <> ${failedJobsQueue}
    group by name order by oldest_due_at nulls last, name`);
  return found.map((one) => ({
    ...one,
    oldest_due_at: one.oldest_due_at === null ? null : new Date(one.oldest_due_at),
  }));
}
