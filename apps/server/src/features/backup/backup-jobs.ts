import type { ObjectStore } from '../../platform/file-storage/object-store.ts';
import { type Job, job, jobName } from '../../platform/jobs/job.ts';
import { keepTombstone } from './tombstone-objects.ts';

/** Enqueued with the deletion of an account. */
export const keepTombstoneJob = jobName<{ user_id: string; deleted_at: string }>('keep-tombstone');

export function backupJobs(store: ObjectStore): Job[] {
  return [
    job(keepTombstoneJob, {
      retry: { limit: 50, firstPauseSeconds: 5, longestPauseSeconds: 3_600 },
      expireSeconds: 120,
      run: ({ user_id, deleted_at }) =>
        keepTombstone(store, { user_id, deleted_at: new Date(deleted_at) }),
    }),
  ];
}
