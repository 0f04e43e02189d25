import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import type { Database } from '../src/platform/database/database.ts';
import { createJobQueue } from '../src/platform/jobs/job-queue.ts';

export const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url));

/** The PostgreSQL database that others are copied from. */
export const templateDatabase = 'migrated';

/** Makes the tables of the job queue, as the first start does. */
export async function prepareJobs(database: Database): Promise<void> {
  const jobs = createJobQueue(database, pino({ level: 'silent' }));
  await jobs.start({ runsJobs: false });
  await jobs.stop();
}
