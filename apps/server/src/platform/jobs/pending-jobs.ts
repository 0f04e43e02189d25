import { sql } from 'drizzle-orm';
import type { Database, Rows } from '../database/database.ts';
import { rowsInParts } from '../database/session.ts';
import { failedJobsQueue } from './failed-jobs.ts';

/** A job that still has to be done. */
export interface PendingJob {
  name: string;
  data: object;
  /** As JSON writes moments. */
  start_after: string;
}

/** The queue's own jobs come back by themselves. Running jobs count: they may run twice. */
export const isOpen = sql`not starts_with(name, '__pgboss__') and state in ('created', 'retry', 'active')`;

/** Jobs that wait or run, some at a time, inside a transaction. */
export async function* pendingJobs(snapshot: Rows): AsyncGenerator<PendingJob[]> {
  if (!(await hasQueue(snapshot))) return;
  yield* rowsInParts<PendingJob>(
    snapshot,
    sql`select name, coalesce(data, '{}') as data,
        to_char(start_after at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as start_after
      from pgboss.job where ${isOpen} and name <> ${failedJobsQueue}`,
  );
}

/** Also what failed: it belongs to the data that go. */
export async function forgetPendingJobs(database: Database): Promise<void> {
  await database.rows(sql`delete from pgboss.job where ${isOpen}`);
}

/** The kinds of jobs that can be enqueued. */
export async function knownQueues({ rows }: Rows): Promise<Set<string>> {
  const found = await rows<{ name: string }>(sql`select name from pgboss.queue`);
  return new Set(found.map(({ name }) => name));
}

async function hasQueue({ rows }: Rows): Promise<boolean> {
  const [found] = await rows<{ name: string | null }>(
    sql`select to_regclass('pgboss.job')::text as name`,
  );
  return Boolean(found?.name);
}
