import { daysAfter } from '@zavet/contract/days';
import { statusEndpoints } from '@zavet/contract/desk/status-endpoints';
import { retention } from '@zavet/contract/service-terms';
import type { Context } from '../../../context.ts';
import { feature } from '../../../feature.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { deleteMailCounts } from './mail-outcome-repository.ts';
import { readServiceStatus } from './read-service-status.ts';
import { deskTestMail, retryJob, sendTestMail } from './service-acts.ts';

export const serviceStatusFeature = feature({
  name: 'service-status',
  routes: serviceStatusRoutes,
  mails: [deskTestMail],
  retention: {
    mail_outcomes: async ({ database }, now) => {
      const before = daysAfter(now, -retention.mailCountDays);
      return { mail_outcomes: await deleteMailCounts(database, before) };
    },
  },
});

function serviceStatusRoutes(ctx: Context): Route[] {
  return [
    route(statusEndpoints.getServiceStatus, () => readServiceStatus(ctx)),
    route(statusEndpoints.retryFailedJob, async ({ owner, params }) => {
      await retryJob(ctx, owner, params.id);
      return {};
    }),
    route(statusEndpoints.sendTestMail, async ({ owner }) => {
      await sendTestMail(ctx, owner);
      return {};
    }),
  ];
}
