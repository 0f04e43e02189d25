import { sql } from 'drizzle-orm';
import type { Rows } from '../database/database.ts';
import { failedJobsQueue } from './failed-jobs.ts';

/** How much of one kind of job is due and waits, and since when. */
export interface QueueFigures {
  job: string;
  waiting: number;
  oldest_seconds: number;
}

const countedAtMost = 10_000;

/**
 * Per queue no more is looked at than `countedAtMost`, along the index that jobs are claimed by. The
 * counts that the queue keeps itself are renewed by workers, and stand still with them.
 */
export async function readQueueFigures({ rows }: Rows): Promise<QueueFigures[]> {
  return rows<QueueFigures>(sql`
    select queue.name as job, due.waiting, due.oldest_seconds
    from pgboss.queue queue cross join lateral (
      select count(*)::int as waiting,
        greatest(0, coalesce(extract(epoch from now() - min(start_after)), 0))::float8 as oldest_seconds
      from (
        select start_after from pgboss.job
        where name = queue.name and state < 'active' and not blocked and start_after <= now()
        order by priority desc, created_on limit ${countedAtMost}) found) due
    where not starts_with(queue.name, '__pgboss__') and queue.name <> ${failedJobsQueue}
    order by queue.name`);
}

/** How many jobs have no tries left; counted up to a limit. */
export async function countFailedJobs({ rows }: Rows): Promise<number> {
  const [found] = await rows<{ count: number }>(sql`
    select count(*)::int as count from (
      select 1 from pgboss.job
      where name = ${failedJobsQueue} and state < 'active' and not blocked
      limit ${countedAtMost}) found`);
  return found?.count ?? 0;
}
