import { rulesEndpoints } from '@zavet/contract/protocol/rules-endpoints';
import type { Context } from '../../../context.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { confirmSecondAddress, describeSecondAddress } from './confirm-second-address.ts';
import { chooseRules } from './make-choice.ts';
import { makeStopCode } from './make-stop-code.ts';
import { removeSecondAddress } from './remove-second-address.ts';
import { removeStopCode } from './remove-stop-code.ts';
import { readRules } from './rules-view.ts';
import { setSecondAddress } from './set-second-address.ts';

/** What owners decide about the start of their protocol. */
export function rulesRoutes(ctx: Context): Route[] {
  return [
    route(rulesEndpoints.getProtocolRules, ({ owner }) => readRules(ctx, owner.user_id)),
    route(rulesEndpoints.setProtocolRules, ({ owner, body, caller }) =>
      chooseRules(ctx, owner, body, caller),
    ),
    route(rulesEndpoints.setSecondAddress, ({ owner, body, caller }) =>
      setSecondAddress(ctx, owner, body.email, caller),
    ),
    route(rulesEndpoints.removeSecondAddress, ({ owner, caller }) =>
      removeSecondAddress(ctx, owner, caller),
    ),
    route(rulesEndpoints.describeSecondAddress, ({ body }) =>
      describeSecondAddress(ctx, body.token),
    ),
    route(rulesEndpoints.confirmSecondAddress, async ({ body }) => {
      await confirmSecondAddress(ctx, body.token);
      return {};
    }),
    route(rulesEndpoints.makeStopCode, ({ owner, caller }) => makeStopCode(ctx, owner, caller)),
    route(rulesEndpoints.removeStopCode, async ({ owner, caller }) => {
      await removeStopCode(ctx, owner, caller);
      return {};
    }),
  ];
}
