import { deskEndpoints } from '@zavet/contract/operators/desk-endpoints';
import { type Route, route } from '../../../platform/http/route.ts';
import { leaveDesk, openDesk, readDesk } from './desk.ts';
import type { OperatorDeps } from './operator-deps.ts';

export function operatorRoutes(deps: OperatorDeps): Route[] {
  return [
    route(deskEndpoints.getDesk, ({ owner }) => readDesk(deps, owner)),
    route(deskEndpoints.openDesk, ({ owner, body }) => openDesk(deps, owner, body.code)),
    route(deskEndpoints.closeDesk, async ({ owner }) => {
      await leaveDesk(deps, owner);
      return {};
    }),
  ];
}
