import { daysAfter } from '@zavet/contract/days';
import { retention } from '@zavet/contract/service-terms';
import { feature } from '../../../feature.ts';
import { capturedMailRoutes } from './captured-mail-routes.ts';

export const capturedMailFeature = feature({
  name: 'captured-mail',
  routes: ({ captured }) => capturedMailRoutes(captured),
  retention: {
    captured_mail: async ({ captured }, now, limit) => {
      const taken = daysAfter(now, -retention.capturedMailDays);
      return { mails: (await captured?.removeBefore(taken, limit)) ?? 0 };
    },
  },
});
