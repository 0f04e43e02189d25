import { feature, jobOf } from '../../../feature.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { checkAddresses, checkAddressesJob } from './check-addresses.ts';
import { rehearsalMails } from './emails/rehearsal-mails.ts';
import { endRehearsals } from './end-rehearsal.ts';
import { rehearsalRoutes } from './rehearsal-routes.ts';
import { viewRehearsals } from './rehearsal-view.ts';
import { remindToRehearse } from './remind-to-rehearse.ts';

export { rehearsalParts, rehearsals } from './rehearsal-tables.ts';

export const rehearsalFeature = feature({
  name: 'rehearsal',
  routes: rehearsalRoutes,
  jobs: [
    jobOf(checkAddressesJob, {
      purpose: 'checks the mail domains of further recipients',
      retry: 'hour',
      expireSeconds: 1_800,
      run: (ctx, { rehearsal_id }, signal) => checkAddresses(ctx, rehearsal_id, signal),
    }),
    jobOf(jobName<object>('end-rehearsals'), {
      purpose: 'ends rehearsals after 14 days or a start',
      retry: 'quarter_hour',
      expireSeconds: 3_600,
      schedule: '40 10 * * *',
      whenDaysPass: 'runs',
      run: (ctx, _, signal) => endRehearsals(ctx, signal),
    }),
    jobOf(jobName<object>('remind-to-rehearse'), {
      purpose: 'reminds of rehearsals after a year without one',
      retry: 'quarter_hour',
      expireSeconds: 3_600,
      schedule: '50 11 * * *',
      whenDaysPass: 'runs',
      run: (ctx, _, signal) => remindToRehearse(ctx, signal),
    }),
  ],
  mails: rehearsalMails,
  exports: { rehearsals: viewRehearsals },
});
