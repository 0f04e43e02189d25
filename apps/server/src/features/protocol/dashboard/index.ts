import { feature } from '../../../feature.ts';
import { dashboardRoutes } from './dashboard-routes.ts';

export const dashboardFeature = feature({ name: 'dashboard', routes: dashboardRoutes });
