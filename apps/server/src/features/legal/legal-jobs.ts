import { type Job, job, jobName } from '../../platform/jobs/job.ts';
import { announceEditions } from './announce-editions.ts';
import { editionNoticeJob } from './edition-notice-job.ts';
import type { LegalDeps } from './legal-deps.ts';
import { sendEditionNotice } from './send-edition-notice.ts';

const announceEditionsJob = jobName<object>('announce-editions');

export function documentJobs(deps: LegalDeps): Job[] {
  return [
    job(announceEditionsJob, {
      retry: { limit: 3, firstPauseSeconds: 60, longestPauseSeconds: 600 },
      expireSeconds: 3_600,
      schedule: '27 * * * *',
      run: (_, signal) => announceEditions(deps, signal),
    }),
    job(editionNoticeJob, {
      // About a week.
      retry: { limit: 36, firstPauseSeconds: 60, longestPauseSeconds: 6 * 3_600 },
      expireSeconds: 120,
      run: (order) => sendEditionNotice(deps, order),
    }),
  ];
}
