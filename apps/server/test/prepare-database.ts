import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import type { Database } from '../src/platform/database/database.ts';
import { createJobQueue } from '../src/platform/jobs/job-queue.ts';
import { jobTable } from '../src/start/job-table.ts';

export const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url));

/** The PostgreSQL database that others are copied from. */
export const templateDatabase = 'migrated';

/** Makes the tables and the queues of the jobs, as the first start does: forty in every test take longer. */
export async function prepareJobs(database: Database): Promise<void> {
  const jobs = createJobQueue(database, pino({ level: 'silent' }));
  jobs.register(jobTable({ mail: {}, account: {} } as never));
  await jobs.start({ runsJobs: false });
  await jobs.stop();
  await notifyWorkersOfDueJobs(database);
}

/**
 * The queue notifies its workers of new jobs only. Retries, and jobs that a test makes due, would wait
 * for the next poll, which is seconds away.
 */
async function notifyWorkersOfDueJobs(database: Database): Promise<void> {
  await database.rows(sql`
    create function pgboss.notify_due_job() returns trigger language plpgsql as $$
    begin
      perform pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), new.name);
      return null;
    end $$`);
  await database.rows(sql`
    create trigger notify_due_job after insert or update on pgboss.job for each row
    when (new.state < 'active' and new.start_after <= now())
    execute function pgboss.notify_due_job()`);
}
