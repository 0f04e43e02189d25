import type { Database } from '../platform/database/database.ts';
import { createJobQueue, type JobQueue } from '../platform/jobs/job-queue.ts';
import { createLogger } from '../platform/logging/logger.ts';

/** A queue for a command that orders jobs and does none itself. */
export async function withQueue<T>(
  database: Database,
  work: (jobs: JobQueue) => Promise<T>,
): Promise<T> {
  const jobs = createJobQueue(database, createLogger('silent', true));
  await jobs.start({ runsJobs: false });
  try {
    return await work(jobs);
  } finally {
    await jobs.stop();
  }
}
