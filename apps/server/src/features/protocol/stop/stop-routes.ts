import { stopEndpoints } from '@zavet/contract/protocol/veto-endpoints';
import type { Context } from '../../../context.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { decideOnContact } from './decide-on-contact.ts';
import { describeVeto, vetoByLinkOrCode, vetoOwnProtocol } from './stop-protocol.ts';

/** How a living owner stops what somebody has begun. */
export function vetoRoutes(ctx: Context): Route[] {
  return [
    route(stopEndpoints.describeStop, ({ body }) => describeVeto(ctx, body)),
    route(stopEndpoints.stopProtocol, ({ body, caller }) => vetoByLinkOrCode(ctx, body, caller)),
    route(stopEndpoints.stopOwnProtocol, async ({ owner, caller }) => {
      await vetoOwnProtocol(ctx, owner, caller);
      return {};
    }),
    route(stopEndpoints.decideOnContact, async ({ owner, params, body, caller }) => {
      await decideOnContact(ctx, owner, params.id, body.decision, caller);
      return {};
    }),
  ];
}
