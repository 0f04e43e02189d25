import { type Job, job } from '../../platform/jobs/job.ts';
import type { InstructionDeps } from './instruction-deps.ts';
import { removeObjects, removeObjectsJob } from './remove-objects.ts';
import {
  freeUploadsJob,
  freeUploadsOften,
  sweepObjects,
  sweepUploadsJob,
} from './sweep-uploads.ts';

const retry = { limit: 10, firstPauseSeconds: 5, longestPauseSeconds: 600 };

export function instructionJobs(deps: InstructionDeps): Job[] {
  return [
    job(removeObjectsJob, {
      retry,
      expireSeconds: 300,
      // Also what went by cascade, where nobody ordered the job.
      schedule: '*/5 * * * *',
      run: () => removeObjects(deps),
    }),
    job(freeUploadsJob, {
      retry: { limit: 0, firstPauseSeconds: 1, longestPauseSeconds: 1 },
      expireSeconds: 60,
      schedule: '* * * * *',
      run: ({ is_between }) => freeUploadsOften(deps, is_between ?? false),
    }),
    job(sweepUploadsJob, {
      retry,
      expireSeconds: 300,
      schedule: '*/10 * * * *',
      run: () => sweepObjects(deps),
    }),
  ];
}
