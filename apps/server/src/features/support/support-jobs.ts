import { type Job, job, jobName } from '../../platform/jobs/job.ts';
import { mailWaitingRequests } from './mail-waiting-requests.ts';
import type { SupportDeps } from './support-deps.ts';

export function supportJobs(deps: SupportDeps): Job[] {
  return [
    job(jobName<object>('mail-waiting-requests'), {
      retry: { limit: 3, firstPauseSeconds: 60, longestPauseSeconds: 600 },
      expireSeconds: 600,
      schedule: '13 5 * * *',
      run: () => mailWaitingRequests(deps),
    }),
  ];
}
