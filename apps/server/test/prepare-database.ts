import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { jobs as jobTable } from '../src/features.ts';
import type { Database } from '../src/platform/database/database.ts';
import type { Job } from '../src/platform/jobs/job.ts';
import { createJobQueue, declareSchedules } from '../src/platform/jobs/job-queue.ts';

export const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url));

/** Template that test databases are copied from. */
export const templateDatabase = 'migrated';

/** Creates tables, queues and schedules once; creating seventy queues per test is slow. */
export async function prepareJobs(database: Database): Promise<void> {
  const jobs = createJobQueue(database, pino({ level: 'silent' }));
  jobs.register(jobTable.map((job) => ({ ...job, run: async () => {} })));
  await jobs.start({ runsJobs: false });
  await stopSchedules(database, jobs.registeredJobs());
  await jobs.stop();
  await notifyWorkersOfDueJobs(database);
}

/** Prevents scheduled runs in tests by postponing the next run by ten years. */
async function stopSchedules({ driver, rows }: Database, jobs: readonly Job[]): Promise<void> {
  const boss = new PgBoss({ connectionString: driver.url, supervise: false, schedule: false });
  await boss.start();
  await declareSchedules(boss, jobs);
  await boss.stop();
  await rows(sql`update pgboss.version set cron_on = now() + interval '10 years'`);
}

/**
 * The queue notifies workers only of new jobs; retries and jobs that a test makes due would wait
 * seconds for the next poll.
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
