import { addYears, daysAfter } from '@zavet/contract/days';
import { retention } from '@zavet/contract/service-terms';
import { feature, jobOf } from '../../../feature.ts';
import { deleteExpiredWindows } from '../../../platform/http/rate-limiter.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { inactivityWarningMail, ownerInactiveMail } from './inactivity-mails.ts';
import { deleteRuns } from './retention-repository.ts';
import { endHandovers, runRetention } from './run-retention.ts';
import { sendPendingWarnings, watchInactiveOwners } from './watch-inactive-owners.ts';

export { listRetentionRuns } from './retention-repository.ts';

export const retentionFeature = feature({
  name: 'retention',
  jobs: [
    jobOf(jobName<object>('run-retention'), {
      purpose: 'removes expired rows: sessions, logs, links, requests, payments, documents',
      retry: 'quarter_hour',
      expireSeconds: 3_600,
      schedule: '20 4 * * *',
      onTimeTravel: 'waits',
      run: (ctx, _, signal) => runRetention(ctx, signal),
    }),
    jobOf(jobName<object>('end-handovers'), {
      purpose: 'a year after a release: removes what was handed over, later the contacts',
      retry: 'quarter_hour',
      expireSeconds: 3_600,
      schedule: '50 4 * * *',
      onTimeTravel: 'runs',
      run: (ctx, _, signal) => endHandovers(ctx, signal),
    }),
    jobOf(jobName<object>('process-inactive-owners'), {
      purpose: 'warns absent owners, then removes their accounts',
      retry: 'quarter_hour',
      expireSeconds: 3_600,
      schedule: '20 6 * * *',
      onTimeTravel: async (ctx) => {
        await watchInactiveOwners(ctx);
        // The next pause starts when a mail server accepts the mail.
        await sendPendingWarnings(ctx);
      },
      run: (ctx, _, signal) => watchInactiveOwners(ctx, signal),
    }),
  ],
  mails: [inactivityWarningMail, ownerInactiveMail],
  retention: {
    rate_limits: async ({ database }, now, limit) => {
      const cutoff = daysAfter(now, -retention.attemptsDays);
      return { rate_limits: await deleteExpiredWindows(database, cutoff, limit) };
    },
    retention_runs: async ({ database }, now, limit) => {
      const cutoff = addYears(now, -retention.logsYears);
      return { retention_runs: await deleteRuns(database, cutoff, limit) };
    },
  },
});
