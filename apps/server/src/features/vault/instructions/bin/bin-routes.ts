import {
  batchEndpoints,
  binEndpoints,
  formerTextEndpoints,
} from '@zavet/contract/vault/bin-endpoints';
import type { Context } from '../../../../context.ts';
import { type Route, route } from '../../../../platform/http/route.ts';
import { readdressInstructions } from '../batch.ts';
import { getFormerText, listFormerTexts, restoreFormerText } from '../former-texts/former-texts.ts';
import {
  deleteInstructions,
  deletePermanently,
  emptyBin,
  getBinnedInstruction,
  listBin,
  restoreInstructions,
} from './bin.ts';

export function binRoutes(ctx: Context): Route[] {
  return [
    route(batchEndpoints.readdressInstructions, async ({ owner, body, caller }) => ({
      count: await readdressInstructions(ctx, owner, body, caller),
    })),
    route(batchEndpoints.deleteInstructions, async ({ owner, body, caller }) => ({
      count: await deleteInstructions(ctx, owner, body.ids, caller),
    })),
    route(binEndpoints.listBin, ({ owner, query }) => listBin(ctx, owner.user_id, query)),
    route(binEndpoints.getBinnedInstruction, ({ owner, params }) =>
      getBinnedInstruction(ctx, owner.user_id, params.id),
    ),
    route(binEndpoints.restoreInstructions, async ({ owner, body, caller }) => ({
      count: await restoreInstructions(ctx, owner, body.ids, caller),
    })),
    route(binEndpoints.deletePermanently, async ({ owner, body, caller }) => ({
      count: await deletePermanently(ctx, owner, body.ids, caller),
    })),
    route(binEndpoints.emptyBin, async ({ owner, caller }) => ({
      count: await emptyBin(ctx, owner, caller),
    })),
    route(formerTextEndpoints.listFormerTexts, async ({ owner, params }) => ({
      former_texts: await listFormerTexts(ctx, owner.user_id, params.id),
    })),
    route(formerTextEndpoints.getFormerText, ({ owner, params }) =>
      getFormerText(ctx, owner.user_id, params),
    ),
    route(formerTextEndpoints.restoreFormerText, ({ owner, params, body }) =>
      restoreFormerText(ctx, owner, params, body.version),
    ),
  ];
}
