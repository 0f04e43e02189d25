import { feature } from '../../../feature.ts';
import { operatorRoutes } from './operator-routes.ts';

export { operatorActor } from './desk.ts';
export { operators } from './operator-tables.ts';

export const operatorsFeature = feature({ name: 'operators', routes: operatorRoutes });
