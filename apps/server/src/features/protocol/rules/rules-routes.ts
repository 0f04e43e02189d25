import { rulesEndpoints } from '@zavet/contract/protocol/settings-endpoints';
import type { Context } from '../../../context.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { confirmSecondAddress, describeSecondAddress } from './confirm-second-address.ts';
import { changeRules } from './make-choice.ts';
import { makeVetoCode } from './make-stop-code.ts';
import { removeSecondAddress } from './remove-second-address.ts';
import { removeVetoCode } from './remove-stop-code.ts';
import { readRules } from './rules-view.ts';
import { setSecondAddress } from './set-second-address.ts';

/** What owners decide about the start of their protocol. */
export function rulesRoutes(ctx: Context): Route[] {
  return [
    route(rulesEndpoints.getProtocolRules, ({ owner }) => readRules(ctx, owner.user_id)),
    route(rulesEndpoints.setProtocolRules, ({ owner, body, caller }) =>
      changeRules(ctx, owner, body, caller),
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
    route(rulesEndpoints.makeStopCode, ({ owner, caller }) => makeVetoCode(ctx, owner, caller)),
    route(rulesEndpoints.removeStopCode, async ({ owner, caller }) => {
      await removeVetoCode(ctx, owner, caller);
      return {};
    }),
  ];
}
