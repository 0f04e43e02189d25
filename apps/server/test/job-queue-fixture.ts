import { pino } from 'pino';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Database } from '../src/platform/database/database.ts';
import { openPostgres } from '../src/platform/database/open-database.ts';
import type { Job } from '../src/platform/jobs/job.ts';
import { createJobQueue, type JobQueue } from '../src/platform/jobs/job-queue.ts';
import { freshDatabaseUrl } from './test-database.ts';

export const silentLog = pino({ level: 'silent' });

/** Database of the running test file. */
export let database: Database;
const startedQueues: JobQueue[] = [];

/** A retry policy without delays. */
export const immediateRetry = { limit: 5, firstPauseSeconds: 0, longestPauseSeconds: 0 };

/** Opens a database per file; queues are stopped after each test. */
export function provideJobQueues(): void {
  beforeAll(async () => {
    database = openPostgres(await freshDatabaseUrl(), () => {});
  });
  afterEach(async () => {
    await Promise.all(startedQueues.splice(0).map((queue) => queue.stop()));
  });
  afterAll(() => database.close());
}

export async function startQueue(jobs: readonly Job[], runsJobs = true): Promise<JobQueue> {
  const queue = createJobQueue(database, silentLog, {}, 1_000);
  queue.register(jobs);
  await queue.start({ runsJobs });
  await queue.work();
  startedQueues.push(queue);
  return queue;
}
