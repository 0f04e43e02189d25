import { instructionEndpoints } from '@zavet/contract/instructions/instruction-endpoints';
import type { Context } from '../../../context.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { listInstructions } from './list/list-instructions.ts';
import { getInstruction } from './read-instructions.ts';
import { searchInstructions } from './search/search-instructions.ts';
import { deleteInstruction, reviewInstruction } from './settle-instruction.ts';
import { createInstruction, updateInstruction } from './write-instruction.ts';

export function instructionRoutes(ctx: Context): Route[] {
  return [
    route(
      instructionEndpoints.listInstructions,
      ({ owner, query }) => listInstructions(ctx, owner.user_id, query),
      { sessionTravelsAlong: true },
    ),
    route(
      instructionEndpoints.getInstruction,
      ({ owner, params }) => getInstruction(ctx, owner.user_id, params.id),
      { sessionTravelsAlong: true },
    ),
    route(
      instructionEndpoints.createInstruction,
      ({ owner, body, caller }) => createInstruction(ctx, owner, body, caller),
      { sessionTravelsAlong: true },
    ),
    route(
      instructionEndpoints.updateInstruction,
      ({ owner, params, body }) => updateInstruction(ctx, owner, params.id, body),
      { sessionTravelsAlong: true },
    ),
    route(instructionEndpoints.reviewInstruction, async ({ owner, params }) => {
      const reviewedAt = await reviewInstruction(ctx, owner, params.id);
      return { reviewed_at: reviewedAt };
    }),
    route(instructionEndpoints.deleteInstruction, async ({ owner, params, caller }) => {
      await deleteInstruction(ctx, owner, params.id, caller);
      return {};
    }),
    route(instructionEndpoints.searchInstructions, ({ owner, body, signal }) =>
      searchInstructions(ctx, owner.user_id, body, signal),
    ),
  ];
}
