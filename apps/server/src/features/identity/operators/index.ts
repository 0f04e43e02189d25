import { feature } from '../../../feature.ts';
import { operatorRoutes } from './operator-routes.ts';

/** Exports for other features: the operator as an actor, and the table of operators. */
export { operatorActor } from './desk.ts';
export { operators } from './operator-tables.ts';

export const operatorsFeature = feature({ name: 'operators', routes: operatorRoutes });
