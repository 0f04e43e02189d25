import { type Job, job } from '../../platform/jobs/job.ts';
import type { MailPlace } from '../../platform/mail/mail-place.ts';
import type { MailTransport } from '../../platform/mail/mail-transport.ts';
import type { AccountDeps } from './account-deps.ts';
import { accountMailJob } from './account-mail-job.ts';
import { accountRequestJob } from './account-requests.ts';
import { answerAccountRequest } from './answer-account-request.ts';
import { sendAccountMail } from './send-account-mail.ts';
import { sweepAccounts, sweepAccountsJob } from './sweep-accounts.ts';

const nightly = '20 4 * * *';

export function accountJobs(deps: AccountDeps, transport: MailTransport, place: MailPlace): Job[] {
  return [
    job(accountRequestJob, {
      retry: { limit: 50, firstPauseSeconds: 1, longestPauseSeconds: 600 },
      expireSeconds: 60,
      run: ({ request_id }) => answerAccountRequest(deps, request_id),
    }),
    job(accountMailJob, {
      retry: { limit: 30, firstPauseSeconds: 5, longestPauseSeconds: 3_600 },
      expireSeconds: 120,
      run: (order) => sendAccountMail(deps, transport, place, order),
    }),
    job(sweepAccountsJob, {
      retry: { limit: 3, firstPauseSeconds: 60, longestPauseSeconds: 600 },
      expireSeconds: 600,
      schedule: nightly,
      run: () => sweepAccounts(deps),
    }),
  ];
}
