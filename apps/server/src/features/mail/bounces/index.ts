import { daysAfter } from '@zavet/contract/days';
import { retention } from '@zavet/contract/service-terms';
import { feature, jobOf } from '../../../feature.ts';
import { readBounceMailbox, readBounceMailboxJob } from './read-bounce-mailbox.ts';
import { recordBounceJob } from './receive-report.ts';
import { recordReport } from './record-report.ts';

import { forgetReports } from './report-repository.ts';
import { forgetSentMails } from './sent-mail-repository.ts';

export type { BounceMailbox } from './bounce-mailbox.ts';
export { bounceReports, unreachedAddresses } from './bounce-tables.ts';
export { letterBounces } from './bounce-takers.ts';
export { findReading } from './reading-repository.ts';
export { reportBanner } from './report-banner.ts';
export { countReports } from './report-repository.ts';
export { forgetUnreached, noteUnreached } from './unreached-repository.ts';

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
        bounce_reports: await forgetReports(database, before, limit),
        sent_mails: await forgetSentMails(database, before, limit),
      };
    },
  },
});
