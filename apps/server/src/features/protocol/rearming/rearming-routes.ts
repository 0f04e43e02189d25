import { stopEndpoints } from '@zavet/contract/protocol/stop-endpoints';
import { type Route, route } from '../../../platform/http/route.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import { armAgain } from './arm-again.ts';
import { closeLetters } from './close-letters.ts';

/** What a living owner does after letters have left. */
export function rearmingRoutes(deps: ProtocolDeps): Route[] {
  return [
    route(stopEndpoints.closeLetters, async ({ owner, caller }) => ({
      closed: await closeLetters(deps, owner, caller),
    })),
    route(stopEndpoints.armAgain, async ({ owner, caller }) => {
      await armAgain(deps, owner, caller);
      return {};
    }),
  ];
}
