import { fileURLToPath } from 'node:url';
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
}
