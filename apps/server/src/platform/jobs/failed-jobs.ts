import { sql } from 'drizzle-orm';
import type { Rows } from '../database/database.ts';

/** Where pg-boss puts what has no tries left. Nobody works on it; an operator may order it again. */
export const failedJobsQueue = 'failed-jobs';
export const failedJobsKeptSeconds = 30 * 24 * 3_600;

/** Jobs of one kind with the same data and the same reason: the newest, and how many they are. */
export interface FailedJob {
  id: string;
  job: string;
  tries: number;
  failed_at: Date;
  reason: string;
  /** Names and codes of the errors, without what they said. */
  codes: string[];
  times: number;
}

export interface FailedJobs {
  total: number;
  jobs: FailedJob[];
}

/** Ours, or what pg-boss says of a job that ran too long or lost its process. */
const reason = sql`coalesce(source_output->>'reason', source_output->>'message',
  source_output->'value'->>'message', '')`;

const codes = sql`coalesce(source_output->'codes', '[]')`;

/** What failed permanently, the newest first. */
export async function listFailedJobs({ rows }: Rows, limit: number): Promise<FailedJobs> {
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

/** The failures of the same job with the same data, this one included. */
export async function idsOfSameFailures({ rows }: Rows, id: string): Promise<string[]> {
  const found = await rows<{ id: string }>(sql`
    select same.id from pgboss.job one join pgboss.job same
      on same.name = one.name and same.source_name = one.source_name and same.data = one.data
    where one.name = ${failedJobsQueue} and one.id = ${id}`);
  return found.map((one) => one.id);
}
