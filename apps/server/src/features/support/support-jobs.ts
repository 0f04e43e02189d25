import { type Job, job, jobName } from '../../platform/jobs/job.ts';
import { mailWaitingRequests } from './mail-waiting-requests.ts';
import { sendReceivedMail } from './send-received-mail.ts';
import { sendRequestMail } from './send-request-mail.ts';
import { supportReceivedMailJob, supportRequestMailJob } from './support-orders.ts';
import type { SupportParts } from './support-parts.ts';

export function supportJobs(parts: SupportParts): Job[] {
  return [
    job(supportRequestMailJob, {
      // About a week.
      retry: { limit: 36, firstPauseSeconds: 60, longestPauseSeconds: 6 * 3_600 },
      expireSeconds: 120,
      run: ({ request_id }) => sendRequestMail(parts, request_id),
    }),
    job(jobName<object>('mail-waiting-requests'), {
      retry: { limit: 3, firstPauseSeconds: 60, longestPauseSeconds: 600 },
      expireSeconds: 600,
      schedule: '13 5 * * *',
      run: () => mailWaitingRequests(parts),
    }),
    job(supportReceivedMailJob, {
      retry: { limit: 30, firstPauseSeconds: 5, longestPauseSeconds: 3_600 },
      expireSeconds: 120,
      run: ({ request_id }) => sendReceivedMail(parts, request_id),
    }),
  ];
}
