import { type Job, job, jobName } from '../../platform/jobs/job.ts';
import { mailWaitingRequests } from './mail-waiting-requests.ts';
import { sendReceivedMail } from './send-received-mail.ts';
import { sendRequestMail } from './send-request-mail.ts';
import type { SupportDeps } from './support-deps.ts';
import { supportReceivedMailJob, supportRequestMailJob } from './support-orders.ts';

export function supportJobs(deps: SupportDeps): Job[] {
  return [
    job(supportRequestMailJob, {
      // About a week.
      retry: { limit: 36, firstPauseSeconds: 60, longestPauseSeconds: 6 * 3_600 },
      expireSeconds: 120,
      run: ({ request_id }) => sendRequestMail(deps, request_id),
    }),
    job(jobName<object>('mail-waiting-requests'), {
      retry: { limit: 3, firstPauseSeconds: 60, longestPauseSeconds: 600 },
      expireSeconds: 600,
      schedule: '13 5 * * *',
      run: () => mailWaitingRequests(deps),
    }),
    job(supportReceivedMailJob, {
      retry: { limit: 30, firstPauseSeconds: 5, longestPauseSeconds: 3_600 },
      expireSeconds: 120,
      run: ({ request_id }) => sendReceivedMail(deps, request_id),
    }),
  ];
}
