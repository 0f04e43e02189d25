import { stopEndpoints } from '@zavet/contract/protocol/stop-endpoints';
import { type Route, route } from '../../../platform/http/route.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import { decideOnContact } from './decide-on-contact.ts';
import { describeStop, stopOwnProtocol, stopProtocol } from './stop-protocol.ts';

/** How a living owner stops what somebody has begun. */
export function stopRoutes(deps: ProtocolDeps): Route[] {
  return [
    route(stopEndpoints.describeStop, ({ body }) => describeStop(deps, body)),
    route(stopEndpoints.stopProtocol, ({ body, caller }) => stopProtocol(deps, body, caller)),
    route(stopEndpoints.stopOwnProtocol, async ({ owner, caller }) => {
      await stopOwnProtocol(deps, owner, caller);
      return {};
    }),
    route(stopEndpoints.decideOnContact, async ({ owner, params, body, caller }) => {
      await decideOnContact(deps, owner, params.id, body.decision, caller);
      return {};
    }),
  ];
}
