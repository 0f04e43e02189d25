import type { Database } from '../../platform/database/database.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';
import { deleteNewestFiles } from './file-repository.ts';
import { removeObjectsJob } from './remove-objects.ts';

/**
 * Removes the newest files of an owner until at most so many bytes are left, in the transaction of
 * whoever decides it. What has already been handed over stays.
 */
export function createNewestFilesRemoval({
  database,
  jobs,
}: {
  database: Database;
  jobs: JobQueue;
}): (userId: string, bytesLeft: number) => Promise<number> {
  return async (userId, bytesLeft) => {
    const removed = await deleteNewestFiles(database, userId, bytesLeft);
    if (removed > 0) await jobs.enqueue(removeObjectsJob, {});
    return removed;
  };
}
