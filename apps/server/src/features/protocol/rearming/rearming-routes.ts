import { stopEndpoints } from '@zavet/contract/protocol/veto-endpoints';
import type { Context } from '../../../context.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { armAgain } from './arm-again.ts';
import { closeLetters } from './close-letters.ts';

/** What a living owner does after letters have left. */
export function rearmingRoutes(ctx: Context): Route[] {
  return [
    route(stopEndpoints.closeLetters, async ({ owner, caller }) => ({
      closed: await closeLetters(ctx, owner, caller),
    })),
    route(stopEndpoints.armAgain, async ({ owner, caller }) => {
      await armAgain(ctx, owner, caller);
      return {};
    }),
  ];
}
