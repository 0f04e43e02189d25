import { type Job, job } from '../../platform/jobs/job.ts';
import type { AccountDeps } from './account-deps.ts';
import { accountRequestJob } from './account-requests.ts';
import { answerAccountRequest } from './answer-account-request.ts';
import { sweepAccounts, sweepAccountsJob } from './sweep-accounts.ts';

const nightly = '20 4 * * *';

export function accountJobs(deps: AccountDeps): Job[] {
  return [
    job(accountRequestJob, {
      retry: { limit: 50, firstPauseSeconds: 1, longestPauseSeconds: 600 },
      expireSeconds: 60,
      run: ({ request_id }) => answerAccountRequest(deps, request_id),
    }),
    job(sweepAccountsJob, {
      retry: { limit: 3, firstPauseSeconds: 60, longestPauseSeconds: 600 },
      expireSeconds: 600,
      schedule: nightly,
      run: () => sweepAccounts(deps),
    }),
  ];
}
