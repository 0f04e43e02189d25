import { daysAfter } from '@zavet/contract/days';
import { retention } from '@zavet/contract/service-terms';
import { feature } from '../../../feature.ts';
import { deskTest } from './emails/desk-test.ts';
import { forgetMailCounts } from './mail-outcome-repository.ts';
import { operationRoutes } from './operation-routes.ts';

export const serviceStatusFeature = feature({
  name: 'service-status',
  routes: operationRoutes,
  mails: [deskTest],
  retention: {
    mail_outcomes: async ({ database }, now) => {
      const counted = daysAfter(now, -retention.mailCountDays);
      return { mail_outcomes: await forgetMailCounts(database, counted) };
    },
  },
});
