import { rootRoute } from './layout-routes.ts';
import { gatedRoutes, privateRoutes } from './private-routes.ts';
import { publicRoutes } from './public-routes.ts';

export const routeTree = rootRoute.addChildren([publicRoutes, gatedRoutes, privateRoutes]);
