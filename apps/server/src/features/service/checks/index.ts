import { feature } from '../../../feature.ts';
import { checkRoutes } from './routes.ts';

export const checksFeature = feature({ name: 'checks', routes: checkRoutes });
