import { feature } from '../../../feature.ts';
import { timeTravelRoutes } from './time-travel-routes.ts';

export const timeTravelFeature = feature({ name: 'time-travel', routes: timeTravelRoutes });
