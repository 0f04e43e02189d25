import { rulesEndpoints } from '@zavet/contract/protocol/rules-endpoints';
import { type Route, route } from '../../../platform/http/route.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import { confirmSecondAddress, describeSecondAddress } from './confirm-second-address.ts';
import { chooseRules } from './make-choice.ts';
import { makeStopCode } from './make-stop-code.ts';
import { removeSecondAddress } from './remove-second-address.ts';
import { removeStopCode } from './remove-stop-code.ts';
import { readRules } from './rules-view.ts';
import { setSecondAddress } from './set-second-address.ts';

/** What owners decide about the start of their protocol. */
export function rulesRoutes(deps: ProtocolDeps): Route[] {
  return [
    route(rulesEndpoints.getProtocolRules, ({ owner }) => readRules(deps, owner.user_id)),
    route(rulesEndpoints.setProtocolRules, ({ owner, body, caller }) =>
      chooseRules(deps, owner, body, caller),
    ),
    route(rulesEndpoints.setSecondAddress, ({ owner, body, caller }) =>
      setSecondAddress(deps, owner, body.email, caller),
    ),
    route(rulesEndpoints.removeSecondAddress, ({ owner, caller }) =>
      removeSecondAddress(deps, owner, caller),
    ),
    route(rulesEndpoints.describeSecondAddress, ({ body }) =>
      describeSecondAddress(deps, body.token),
    ),
    route(rulesEndpoints.confirmSecondAddress, async ({ body }) => {
      await confirmSecondAddress(deps, body.token);
      return {};
    }),
    route(rulesEndpoints.makeStopCode, ({ owner, caller }) => makeStopCode(deps, owner, caller)),
    route(rulesEndpoints.removeStopCode, async ({ owner, caller }) => {
      await removeStopCode(deps, owner, caller);
      return {};
    }),
  ];
}
