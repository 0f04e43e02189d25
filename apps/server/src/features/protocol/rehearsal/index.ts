import { rehearsalEndpoints } from '@zavet/contract/protocol/rehearsal-endpoints';
import type { Context } from '../../../context.ts';
import { feature, jobOf } from '../../../feature.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import {
  answerRehearsal,
  openRehearsal,
  skipRehearsalPin,
  tryRehearsalPin,
} from './answer-rehearsal.ts';
import { checkAddresses, checkAddressesJob } from './check-addresses.ts';
import { endRehearsal, endRehearsals, rehearsalResultMail } from './end-rehearsal.ts';
import { rehearsalRecipientMail, rehearsalRequestMail } from './participant-mails.ts';
import { readRehearsals } from './read-rehearsals.ts';
import { viewRehearsals } from './rehearsal-view.ts';
import { rehearsalReminderMail, remindToRehearse } from './remind-to-rehearse.ts';
import { startRehearsal } from './start-rehearsal.ts';

export { rehearsalParticipants, rehearsals } from './rehearsal-tables.ts';

export const rehearsalFeature = feature({
  name: 'rehearsal',
  routes,
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
      onTimeTravel: 'runs',
      run: (ctx, _, signal) => endRehearsals(ctx, signal),
    }),
    jobOf(jobName<object>('remind-to-rehearse'), {
      purpose: 'reminds of rehearsals after a year without one',
      retry: 'quarter_hour',
      expireSeconds: 3_600,
      schedule: '50 11 * * *',
      onTimeTravel: 'runs',
      run: (ctx, _, signal) => remindToRehearse(ctx, signal),
    }),
  ],
  mails: [rehearsalRequestMail, rehearsalRecipientMail, rehearsalResultMail, rehearsalReminderMail],
  exports: { rehearsals: viewRehearsals },
});

function routes(ctx: Context): Route[] {
  return [
    route(rehearsalEndpoints.getRehearsals, ({ owner }) => readRehearsals(ctx, owner.user_id)),
    route(rehearsalEndpoints.startRehearsal, ({ owner, body, caller }) =>
      startRehearsal(ctx, owner, body.mails_recipients, caller),
    ),
    route(rehearsalEndpoints.endRehearsal, async ({ owner, caller }) => {
      await endRehearsal(ctx, owner, caller);
      return readRehearsals(ctx, owner.user_id);
    }),
    route(rehearsalEndpoints.openRehearsal, ({ body }) => openRehearsal(ctx, body.token)),
    route(rehearsalEndpoints.answerRehearsal, ({ body }) => answerRehearsal(ctx, body.token)),
    route(rehearsalEndpoints.tryRehearsalPin, ({ body }) =>
      tryRehearsalPin(ctx, body.token, body.pin),
    ),
    route(rehearsalEndpoints.skipRehearsalPin, ({ body }) => skipRehearsalPin(ctx, body.token)),
  ];
}
