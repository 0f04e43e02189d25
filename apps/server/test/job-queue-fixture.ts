import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Database } from '../src/platform/database/database.ts';
import { openEmbedded, openPostgres } from '../src/platform/database/open-database.ts';
import type { Job } from '../src/platform/jobs/job.ts';
import { createJobQueue, type JobQueue } from '../src/platform/jobs/job-queue.ts';
import { emptyDatabaseUrl } from './test-database.ts';

export const silentLog = pino({ level: 'silent' });

/** The database of the file that runs. */
export let database: Database;
const open: JobQueue[] = [];

/** Gives the tests of a file an empty database; queues on it end with each test. */
export function provideJobQueues(): void {
  const folder = mkdtempSync(join(tmpdir(), 'zavet-jobs-'));
  beforeAll(async () => {
    const url = await emptyDatabaseUrl();
    database = url ? openPostgres(url, () => {}) : await openEmbedded(folder);
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((queue) => queue.stop()));
  });
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });
}

export async function startQueue(jobs: readonly Job[], runsJobs = true): Promise<JobQueue> {
  const queue = createJobQueue(database, silentLog);
  queue.register(jobs);
  await queue.start({ runsJobs });
  await queue.work();
  open.push(queue);
  return queue;
}
