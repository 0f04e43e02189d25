import { rulesEndpoints } from '@zavet/contract/protocol/settings-endpoints';
import type { Context } from '../../../context.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import {
  confirmSecondAddress,
  describeSecondAddress,
  removeSecondAddress,
  setSecondAddress,
} from './second-address.ts';
import { changeRules, createPaperCode, readRules, removePaperCode } from './settings.ts';

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
    route(rulesEndpoints.createPaperCode, ({ owner, caller }) =>
      createPaperCode(ctx, owner, caller),
    ),
    route(rulesEndpoints.removePaperCode, async ({ owner, caller }) => {
      await removePaperCode(ctx, owner, caller);
      return {};
    }),
  ];
}
