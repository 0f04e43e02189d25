import { instructionEndpoints } from '@zavet/contract/instructions/instruction-endpoints';
import { type Route, route } from '../../../platform/http/route.ts';
import type { InstructionDeps } from './instruction-deps.ts';
import { listInstructions } from './list/list-instructions.ts';
import { getInstruction } from './read-instructions.ts';
import { type SearchDeps, searchInstructions } from './search/search-instructions.ts';
import { deleteInstruction, reviewInstruction } from './settle-instruction.ts';
import { createInstruction, updateInstruction } from './write-instruction.ts';

export function instructionRoutes(deps: InstructionDeps, search: SearchDeps): Route[] {
  return [
    route(
      instructionEndpoints.listInstructions,
      ({ owner, query }) => listInstructions(deps, owner.user_id, query),
      { sessionTravelsAlong: true },
    ),
    route(
      instructionEndpoints.getInstruction,
      ({ owner, params }) => getInstruction(deps, owner.user_id, params.id),
      { sessionTravelsAlong: true },
    ),
    route(
      instructionEndpoints.createInstruction,
      ({ owner, body, caller }) => createInstruction(deps, owner, body, caller),
      { sessionTravelsAlong: true },
    ),
    route(
      instructionEndpoints.updateInstruction,
      ({ owner, params, body }) => updateInstruction(deps, owner, params.id, body),
      { sessionTravelsAlong: true },
    ),
    route(instructionEndpoints.reviewInstruction, async ({ owner, params }) => {
      const reviewedAt = await reviewInstruction(deps, owner, params.id);
      return { reviewed_at: reviewedAt.toISOString() };
    }),
    route(instructionEndpoints.deleteInstruction, async ({ owner, params, caller }) => {
      await deleteInstruction(deps, owner, params.id, caller);
      return {};
    }),
    route(instructionEndpoints.searchInstructions, ({ owner, body, signal }) =>
      searchInstructions(search, owner.user_id, body, signal),
    ),
  ];
}
