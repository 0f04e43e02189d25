import { feature, jobOf, provide } from '../../../feature.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { areRemindersPaused } from '../../people/contacts/index.ts';
import { presenceMails } from './emails/presence-mails.ts';
import { areRemindersPaused as arePaused } from './presence-repository.ts';
import { presenceRoutes } from './presence-routes.ts';
import { readPresence } from './read-presence.ts';
import { remindToReview } from './remind-to-review.ts';
import { runPresenceChecks } from './run-presence-checks.ts';
import { sendWaitingCheckIns } from './send-waiting-check-ins.ts';

export const checkInsFeature = feature({
  name: 'check-ins',
  routes: presenceRoutes,
  jobs: [
    jobOf(jobName<object>('run-presence-checks'), {
      purpose: 'sends check-ins to inactive owners, then notifies their contacts',
      retry: 'quarter_hour',
      expireSeconds: 3_600,
      schedule: '37 * * * *',
      whenDaysPass: async (ctx) => {
        await runPresenceChecks(ctx);
        // The week before the next one begins when it was taken.
        await sendWaitingCheckIns(ctx);
      },
      run: (ctx, _, signal) => runPresenceChecks(ctx, signal),
    }),
    jobOf(jobName<object>('remind-to-review'), {
      purpose: 'reminds owners to review instructions, after 6 and 12 months',
      retry: 'quarter_hour',
      expireSeconds: 3_600,
      schedule: '10 11 * * *',
      whenDaysPass: 'runs',
      run: (ctx, _, signal) => remindToReview(ctx, signal),
    }),
  ],
  mails: presenceMails,
  provides: [
    provide(
      areRemindersPaused,
      ({ database }) =>
        (ownerId) =>
          arePaused(database, ownerId),
    ),
  ],
  exports: { presence: readPresence },
});
