import { feature } from '../../../feature.ts';
import { healthRoutes } from './health-routes.ts';
import { readiness } from './readiness.ts';

export const healthFeature = feature({
  name: 'health',
  routes: (ctx) => healthRoutes(readiness(ctx)),
});
