import { keepsakeEndpoints } from '@zavet/contract/protocol/keepsake-endpoints';
import { type Route, route } from '../../../platform/http/route.ts';
import { openedDelivery } from '../delivery/delivery-session.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import { saveEverything } from './save-everything.ts';

/** What recipients take along. */
export function keepsakeRoutes(deps: ProtocolDeps): Route[] {
  return [
    route(keepsakeEndpoints.downloadKeepsake, async ({ params, cookies }) =>
      saveEverything(deps, await openedDelivery(deps, cookies, params.id)),
    ),
  ];
}
