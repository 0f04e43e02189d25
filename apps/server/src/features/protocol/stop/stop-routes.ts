import { stopEndpoints } from '@zavet/contract/protocol/stop-endpoints';
import type { Context } from '../../../context.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { decideOnContact } from './decide-on-contact.ts';
import { describeStop, stopOwnProtocol, stopProtocol } from './stop-protocol.ts';

/** How a living owner stops what somebody has begun. */
export function stopRoutes(ctx: Context): Route[] {
  return [
    route(stopEndpoints.describeStop, ({ body }) => describeStop(ctx, body)),
    route(stopEndpoints.stopProtocol, ({ body, caller }) => stopProtocol(ctx, body, caller)),
    route(stopEndpoints.stopOwnProtocol, async ({ owner, caller }) => {
      await stopOwnProtocol(ctx, owner, caller);
      return {};
    }),
    route(stopEndpoints.decideOnContact, async ({ owner, params, body, caller }) => {
      await decideOnContact(ctx, owner, params.id, body.decision, caller);
      return {};
    }),
  ];
}
