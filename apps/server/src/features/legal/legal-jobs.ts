import { type Job, job, jobName } from '../../platform/jobs/job.ts';
import { announceEditions } from './announce-editions.ts';
import type { LegalDeps } from './legal-deps.ts';

const announceEditionsJob = jobName<object>('announce-editions');

export function documentJobs(deps: LegalDeps): Job[] {
  return [
    job(announceEditionsJob, {
      retry: { limit: 3, firstPauseSeconds: 60, longestPauseSeconds: 600 },
      expireSeconds: 3_600,
      schedule: '27 * * * *',
      run: (_, signal) => announceEditions(deps, signal),
    }),
  ];
}
