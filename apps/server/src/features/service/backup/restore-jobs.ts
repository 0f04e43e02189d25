import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import { fieldBeyondIds } from '../../../platform/jobs/payload-rules.ts';
import {
  forgetPendingJobs,
  knownQueues,
  type PendingJob,
} from '../../../platform/jobs/pending-jobs.ts';
import { paths } from './backup-folder.ts';
import { readRows } from './row-files.ts';

/** Replaces all jobs that wait by those of a backup, inside the caller's transaction. */
export async function restoreJobs(
  database: Database,
  jobs: Pick<JobQueue, 'enqueue'>,
  folder: string,
  clock: Clock,
): Promise<number> {
  await forgetPendingJobs(database);
  const known = await knownQueues(database);
  const now = clock.now().getTime();
  let count = 0;
  for await (const job of readRows(paths.jobs(folder)) as AsyncGenerator<PendingJob>) {
    // A kind of job that the program no longer has, or one with more in it than jobs may hold now.
    if (!known.has(job.name) || fieldBeyondIds(job.data) !== undefined) continue;
    const wait = Math.ceil((Date.parse(job.start_after) - now) / 1000);
    await jobs.enqueue(jobName(job.name), job.data, { startAfterSeconds: Math.max(0, wait) });
    count += 1;
  }
  return count;
}
