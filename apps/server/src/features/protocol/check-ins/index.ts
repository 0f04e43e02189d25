import { checkInEndpoints } from '@zavet/contract/protocol/check-in-endpoints';
import type { Context } from '../../../context.ts';
import { feature, jobOf, provide } from '../../../feature.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { areRemindersPaused } from '../../people/contacts/index.ts';
import { checkInMail } from './check-in-mails.ts';
import { areRemindersPaused as arePaused } from './check-in-repository.ts';
import {
  answerCheckIn,
  describeCheckIn,
  runCheckIns,
  sendPendingCheckIns,
} from './check-in-rounds.ts';
import { changeCheckInFrequency, readCheckInSettings } from './check-in-settings.ts';
import { ownerSilentMail } from './missed-check-in-mails.ts';
import { remindToReview, reviewReminderMail } from './review-reminder.ts';

export const checkInsFeature = feature({
  name: 'check-ins',
  routes,
  jobs: [
    jobOf(jobName<object>('run-check-ins'), {
      purpose: 'sends check-ins to inactive owners, then notifies their contacts',
      retry: 'quarter_hour',
      expireSeconds: 3_600,
      schedule: '37 * * * *',
      onTimeTravel: async (ctx) => {
        await runCheckIns(ctx);
        // Sends the mails too, because the next pause starts only when a mail server accepts them.
        await sendPendingCheckIns(ctx);
      },
      run: (ctx, _, signal) => runCheckIns(ctx, signal),
    }),
    jobOf(jobName<object>('remind-to-review'), {
      purpose: 'reminds owners to review instructions, after 6 and 12 months',
      retry: 'quarter_hour',
      expireSeconds: 3_600,
      schedule: '10 11 * * *',
      onTimeTravel: 'runs',
      run: (ctx, _, signal) => remindToReview(ctx, signal),
    }),
  ],
  mails: [checkInMail, ownerSilentMail, reviewReminderMail],
  provides: [
    provide(
      areRemindersPaused,
      ({ database }) =>
        (ownerId) =>
          arePaused(database, ownerId),
    ),
  ],
  exports: { check_ins: readCheckInSettings },
});

function routes(ctx: Context): Route[] {
  return [
    route(checkInEndpoints.getCheckInSettings, ({ owner }) =>
      readCheckInSettings(ctx, owner.user_id),
    ),
    route(checkInEndpoints.setCheckInFrequency, ({ owner, body, caller }) =>
      changeCheckInFrequency(ctx, owner, body.frequency, caller),
    ),
    route(checkInEndpoints.describeCheckIn, ({ body }) => describeCheckIn(ctx, body.token)),
    route(checkInEndpoints.answerCheckIn, ({ body, caller }) =>
      answerCheckIn(ctx, body.token, caller),
    ),
  ];
}
