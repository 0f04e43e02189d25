import { daysAfter } from '@zavet/contract/days';
import { retention } from '@zavet/contract/service-terms';
import { feature, jobOf } from '../../../feature.ts';
import { purgeReports, purgeSentMails } from './bounce-repository.ts';
import { readBounceMailbox, readBounceMailboxJob } from './read-bounce-mailbox.ts';
import { recordBounceJob } from './receive-report.ts';
import { recordReport } from './record-report.ts';

export {
  clearUnreachedAddress,
  countReports,
  findSourceState,
  recordUnreachedAddress,
} from './bounce-repository.ts';
export { bounceReports, unreachedAddresses } from './bounce-tables.ts';
export type { BounceMailbox } from './read-bounce-mailbox.ts';
export { reportBanner } from './receive-report.ts';
export { letterBounces } from './record-report.ts';

export const bouncesFeature = feature({
  name: 'bounces',
  jobs: [
    jobOf(readBounceMailboxJob, {
      purpose: 'reads the mailbox of delivery reports',
      retry: 'never',
      expireSeconds: 600,
      schedule: '* * * * *',
      onTimeTravel: 'waits',
      run: (ctx, _, signal) => readBounceMailbox(ctx, signal),
    }),
    jobOf(recordBounceJob, {
      purpose: 'applies a delivery report, a minute after its arrival',
      retry: 'two_days',
      expireSeconds: 60,
      run: (ctx, { report_id }) => recordReport(ctx, report_id),
    }),
  ],
  retention: {
    bounces: async ({ database }, now, limit) => {
      const before = daysAfter(now, -retention.bounceDays);
      return {
        bounce_reports: await purgeReports(database, before, limit),
        sent_mails: await purgeSentMails(database, before, limit),
      };
    },
  },
});
