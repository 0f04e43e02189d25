import { addYears } from '@zavet/contract/days';
import { retention } from '@zavet/contract/service-terms';
import { feature, jobOf } from '../../../feature.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { supportMails } from './emails/support-mails.ts';
import { mailWaitingRequests } from './mail-waiting-requests.ts';
import { readSupport } from './read-support.ts';
import { forgetSupportRequests } from './support-repository.ts';
import { supportDeskRoutes, supportRoutes } from './support-routes.ts';

/** More than anybody has: an export leaves nothing out. */
const everything = 1_000_000;

export const supportFeature = feature({
  name: 'support',
  routes: (ctx) => [...supportRoutes(ctx), ...supportDeskRoutes(ctx)],
  jobs: [
    jobOf(jobName<object>('mail-waiting-requests'), {
      purpose: 'enqueues unsent support mails again',
      retry: 'quarter_hour',
      expireSeconds: 600,
      schedule: '13 5 * * *',
      onTimeTravel: 'waits',
      run: (ctx) => mailWaitingRequests(ctx),
    }),
  ],
  mails: supportMails,
  exports: {
    support_requests: async (ctx, userId) => (await readSupport(ctx, userId, everything)).requests,
  },
  retention: {
    support_requests: async ({ database }, now, limit) => {
      const answered = addYears(now, -retention.supportYears);
      return { support_requests: await forgetSupportRequests(database, answered, limit) };
    },
  },
});
