import { deskEndpoints } from '@zavet/contract/desk/desk-endpoints';
import type { Context } from '../../../context.ts';
import { feature } from '../../../feature.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { closeDesk, openDesk, readDesk } from './desk-session.ts';

export { operatorActor } from './desk-session.ts';
export { operators } from './operator-tables.ts';

export const operatorsFeature = feature({ name: 'operators', routes: operatorRoutes });

function operatorRoutes(ctx: Context): Route[] {
  return [
    route(deskEndpoints.getDesk, ({ owner }) => readDesk(ctx, owner)),
    route(deskEndpoints.openDesk, ({ owner, body }) => openDesk(ctx, owner, body.code)),
    route(deskEndpoints.closeDesk, async ({ owner }) => {
      await closeDesk(ctx, owner);
      return {};
    }),
  ];
}
