import { sql } from 'drizzle-orm';
import type { Database, Queryable } from '../database/database.ts';
import { readInBatches } from '../database/session.ts';

/** Includes running jobs, which may run twice; excludes internal jobs of pg-boss. */
const isPending = sql`not starts_with(name, '__pgboss__') and state in ('created', 'retry', 'active')`;

const maxCounted = 10_000;

/** Dead letter queue. An operator may retry its jobs. */
export const failedJobsQueue = 'failed-jobs';

export const failedJobsRetentionSeconds = 30 * 24 * 3_600;

/** The newest of identical failures: same job, data and reason. */
export interface FailedJob {
  id: string;
  job: string;
  tries: number;
  failed_at: Date;
  reason: string;
  /** Names and codes of the errors, without messages. */
  codes: string[];
  times: number;
}

interface FailedJobs {
  total: number;
  jobs: FailedJob[];
}

/** Recorded by us, or by pg-boss for a job that timed out or lost its process. */
const reason = sql`coalesce(source_output->>'reason', source_output->>'message',
  source_output->'value'->>'message', '')`;

const codes = sql`coalesce(source_output->'codes', '[]')`;

/** Lists failed jobs, newest first. */
export async function listFailedJobs({ rows }: Queryable, limit: number): Promise<FailedJobs> {
  const jobs = await rows<Omit<FailedJob, 'failed_at'> & { failed_at: string; total: number }>(sql`
    select (array_agg(id order by created_on desc))[1] as id, source_name as job,
      max(source_retry_count) + 1 as tries, max(created_on) as failed_at, ${reason} as reason, ${codes} as codes,
      count(*)::int as times, (sum(count(*)) over ())::int as total
    from pgboss.job where name = ${failedJobsQueue}
    group by source_name, data, ${reason}, ${codes} order by failed_at desc limit ${limit}`);
  return {
    total: jobs[0]?.total ?? 0,
    jobs: jobs.map(({ total: _, ...one }) => ({ ...one, failed_at: new Date(one.failed_at) })),
  };
}

/** Returns the ids of all failures with the same job and data, including this one. */
export async function listIdenticalFailures({ rows }: Queryable, id: string): Promise<string[]> {
  const found = await rows<{ id: string }>(sql`
    select same.id from pgboss.job one join pgboss.job same
      on same.name = one.name and same.source_name = one.source_name and same.data = one.data
    where one.name = ${failedJobsQueue} and one.id = ${id}`);
  return found.map((one) => one.id);
}

export interface PendingJob {
  name: string;
  data: object;
  /** ISO 8601. */
  start_after: string;
}

/** Yields pending jobs in batches. Must run inside a transaction. */
export async function* streamPendingJobs(snapshot: Queryable): AsyncGenerator<PendingJob[]> {
  if (!(await hasQueue(snapshot))) return;
  yield* readInBatches<PendingJob>(
    snapshot,
    sql`select name, coalesce(data, '{}') as data,
        to_char(start_after at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as start_after
      from pgboss.job where ${isPending} and name <> ${failedJobsQueue}`,
  );
}

/** Also deletes failed jobs. */
export async function deletePendingJobs(database: Database): Promise<void> {
  await database.rows(sql`delete from pgboss.job where ${isPending}`);
}

export async function listQueues({ rows }: Queryable): Promise<Set<string>> {
  const found = await rows<{ name: string }>(sql`select name from pgboss.queue`);
  return new Set(found.map(({ name }) => name));
}

async function hasQueue({ rows }: Queryable): Promise<boolean> {
  const [found] = await rows<{ name: string | null }>(
    sql`select to_regclass('pgboss.job')::text as name`,
  );
  return Boolean(found?.name);
}

/**
 * Repairs the queue after the database clock was set back by `ms`: claims and schedule slots in the
 * future would block schedules until then, and waiting jobs would wait that much longer.
 */
export async function moveQueueBack({ rows }: Queryable, ms: number): Promise<void> {
  if (!(await hasQueue({ rows }))) return;
  await rows(sql`
    update pgboss.version set cron_on = null, bam_on = null, flow_on = null, reindex_on = null,
      monitor_backoff_on = null`);
  await rows(sql`
    update pgboss.queue set monitor_claim_on = null, monitor_on = null, maintain_on = null, delta_on = null`);
  const back = sql`${ms} * interval '1 millisecond'`;
  await rows(sql`
    update pgboss.job set
      start_after = case when state < 'active' and start_after > now()
        then greatest(now(), start_after - ${back}) else start_after end,
      created_on = least(created_on, now()), started_on = least(started_on, now()),
      completed_on = least(completed_on, now()), heartbeat_on = least(heartbeat_on, now()),
      singleton_on = case when singleton_on > now() at time zone 'UTC' then null else singleton_on end
    where greatest(start_after, created_on, started_on, completed_on, heartbeat_on) > now()
      or singleton_on > now() at time zone 'UTC'`);
}

interface QueueDepth {
  job: string;
  waiting: number;
  running: number;
  later: number;
  oldest_due_at: Date | null;
}

/** Uses the database clock, like the queue. */
export async function readQueueDepths({ rows }: Queryable): Promise<QueueDepth[]> {
  const isWaiting = sql`state <> 'active' and start_after <= now()`;
  const found = await rows<
    Omit<QueueDepth, 'oldest_due_at'> & { oldest_due_at: string | null }
  >(sql`
    select name as job, count(*) filter (where ${isWaiting})::int as waiting,
      count(*) filter (where state = 'active')::int as running,
      count(*) filter (where state <> 'active' and start_after > now())::int as later,
      min(start_after) filter (where ${isWaiting}) as oldest_due_at
    from pgboss.job where ${isPending} and name <> ${failedJobsQueue}
    group by name order by oldest_due_at nulls last, name`);
  return found.map((one) => ({
    ...one,
    oldest_due_at: one.oldest_due_at === null ? null : new Date(one.oldest_due_at),
  }));
}

/** Due jobs of a kind. */
interface QueueMetrics {
  job: string;
  waiting: number;
  oldest_seconds: number;
}

/**
 * Counts up to `maxCounted` jobs per queue by the index for claiming. The counts of pg-boss are not
 * used, because they are only updated while workers run.
 */
export async function readQueueMetrics({ rows }: Queryable): Promise<QueueMetrics[]> {
  return rows<QueueMetrics>(sql`
    select queue.name as job, due.waiting, due.oldest_seconds
    from pgboss.queue queue cross join lateral (
      select count(*)::int as waiting,
        greatest(0, coalesce(extract(epoch from now() - min(start_after)), 0))::float8 as oldest_seconds
      from (
        select start_after from pgboss.job
        where name = queue.name and state < 'active' and not blocked and start_after <= now()
        order by priority desc, created_on limit ${maxCounted}) found) due
    where not starts_with(queue.name, '__pgboss__') and queue.name <> ${failedJobsQueue}
    order by queue.name`);
}

/** Counts up to `maxCounted`. */
export async function countFailedJobs({ rows }: Queryable): Promise<number> {
  const [found] = await rows<{ count: number }>(sql`
    select count(*)::int as count from (
      select 1 from pgboss.job
      where name = ${failedJobsQueue} and state < 'active' and not blocked
      limit ${maxCounted}) found`);
  return found?.count ?? 0;
}
