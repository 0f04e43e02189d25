import { addYears, daysAfter } from '@zavet/contract/days';
import { retention } from '@zavet/contract/legal/service-terms';
import { feature, jobOf } from '../../../feature.ts';
import { forgetCalls } from '../../../platform/http/rate-limit-repository.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { absenceWarning, ownerAbsent, ownerBack } from './inactivity-mails.ts';
import { forgetRuns } from './retention-repository.ts';
import { endHandovers, runRetention } from './run-retention.ts';
import { sendWaitingWarnings, watchAbsentOwners } from './watch-inactive-owners.ts';

export { listRetentionRuns } from './retention-repository.ts';

const retentionMails = [absenceWarning, ownerAbsent, ownerBack];

export const retentionFeature = feature({
  name: 'retention',
  jobs: [
    jobOf(jobName<object>('run-retention'), {
      purpose: 'removes expired rows: sessions, logs, links, requests, payments, documents',
      retry: 'quarter_hour',
      expireSeconds: 3_600,
      schedule: '20 4 * * *',
      whenDaysPass: 'waits',
      run: (ctx, _, signal) => runRetention(ctx, signal),
    }),
    jobOf(jobName<object>('end-handovers'), {
      purpose: 'a year after a release: removes what was handed over, later the contacts',
      retry: 'quarter_hour',
      expireSeconds: 3_600,
      schedule: '50 4 * * *',
      whenDaysPass: 'runs',
      run: (ctx, _, signal) => endHandovers(ctx, signal),
    }),
    jobOf(jobName<object>('watch-absent-owners'), {
      purpose: 'warns absent owners, then removes their accounts',
      retry: 'quarter_hour',
      expireSeconds: 3_600,
      schedule: '20 6 * * *',
      whenDaysPass: async (ctx) => {
        await watchAbsentOwners(ctx);
        // The days before the next warning begin when it was taken.
        await sendWaitingWarnings(ctx);
      },
      run: (ctx, _, signal) => watchAbsentOwners(ctx, signal),
    }),
  ],
  mails: retentionMails,
  retention: {
    rate_limits: async ({ database }, now, limit) => {
      const called = daysAfter(now, -retention.attemptsDays);
      return { rate_limits: await forgetCalls(database, called, limit) };
    },
    retention_runs: async ({ database }, now, limit) => {
      const begun = addYears(now, -retention.logsYears);
      return { retention_runs: await forgetRuns(database, begun, limit) };
    },
  },
});
