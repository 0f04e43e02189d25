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
      purpose: 'looks whether the domains of further recipients take mail',
      retry: 'hour',
      expireSeconds: 1_800,
      run: (ctx, { rehearsal_id }, signal) => checkAddresses(ctx, rehearsal_id, signal),
    }),
    jobOf(jobName<object>('end-rehearsals'), {
      purpose: 'ends rehearsals after 14 days, or when a protocol was started',
      retry: 'quarter_hour',
      expireSeconds: 3_600,
      schedule: '40 10 * * *',
      whenDaysPass: 'runs',
      run: (ctx, _, signal) => endRehearsals(ctx, signal),
    }),
    jobOf(jobName<object>('remind-to-rehearse'), {
      purpose: 'reminds owners who have not held a rehearsal for a year',
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
