import { feature } from '../../../feature.ts';
import { deskTest } from './emails/desk-test.ts';
import { operationRoutes } from './operation-routes.ts';

export { operationRemovers } from './operation-removers.ts';

export const serviceStatusFeature = feature({
  name: 'service-status',
  routes: operationRoutes,
  mails: [deskTest],
});
