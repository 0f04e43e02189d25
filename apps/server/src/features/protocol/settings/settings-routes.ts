import { settingsEndpoints } from '@zavet/contract/protocol/settings-endpoints';
import type { Context } from '../../../context.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import {
  confirmSecondAddress,
  describeSecondAddress,
  removeSecondAddress,
  setSecondAddress,
} from './second-address.ts';
import { changeRules, createPaperCode, readRules, removePaperCode } from './settings.ts';

export function rulesRoutes(ctx: Context): Route[] {
  return [
    route(settingsEndpoints.getProtocolRules, ({ owner }) => readRules(ctx, owner.user_id)),
    route(settingsEndpoints.setProtocolRules, ({ owner, body, caller }) =>
      changeRules(ctx, owner, body, caller),
    ),
    route(settingsEndpoints.setSecondAddress, ({ owner, body, caller }) =>
      setSecondAddress(ctx, owner, body.email, caller),
    ),
    route(settingsEndpoints.removeSecondAddress, ({ owner, caller }) =>
      removeSecondAddress(ctx, owner, caller),
    ),
    route(settingsEndpoints.describeSecondAddress, ({ body }) =>
      describeSecondAddress(ctx, body.token),
    ),
    route(settingsEndpoints.confirmSecondAddress, async ({ body }) => {
      await confirmSecondAddress(ctx, body.token);
      return {};
    }),
    route(settingsEndpoints.createPaperCode, ({ owner, caller }) =>
      createPaperCode(ctx, owner, caller),
    ),
    route(settingsEndpoints.removePaperCode, async ({ owner, caller }) => {
      await removePaperCode(ctx, owner, caller);
      return {};
    }),
  ];
}
