import { feature } from '../../../feature.ts';
import { setupRoutes } from './setup-routes.ts';

export const setupFeature = feature({ name: 'setup', routes: setupRoutes });
