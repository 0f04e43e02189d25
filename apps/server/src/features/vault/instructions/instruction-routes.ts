import { fileEndpoints } from '@zavet/contract/vault/file-endpoints';
import { instructionEndpoints } from '@zavet/contract/vault/instruction-endpoints';
import type { Context } from '../../../context.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { attachFile } from './attach-file.ts';
import { deleteInstructions } from './bin/bin.ts';
import { binRoutes } from './bin/bin-routes.ts';
import { downloadFile, downloadFiles } from './download-file.ts';
import { announceFiles, cancelExpectedFile } from './expected-files.ts';
import { getInstruction, listInstructions } from './read-instructions.ts';
import { deleteFile } from './remove-files.ts';
import { searchInstructions } from './search/search-instructions.ts';
import { createInstruction, reviewInstruction, updateInstruction } from './write-instruction.ts';

export function instructionRoutes(ctx: Context): Route[] {
  return [
    ...binRoutes(ctx),
    route(
      instructionEndpoints.listInstructions,
      ({ owner, query }) => listInstructions(ctx, owner.user_id, query),
      { piggybacksSession: true },
    ),
    route(
      instructionEndpoints.getInstruction,
      ({ owner, params }) => getInstruction(ctx, owner.user_id, params.id),
      { piggybacksSession: true },
    ),
    route(
      instructionEndpoints.createInstruction,
      ({ owner, body, caller }) => createInstruction(ctx, owner, body, caller),
      { piggybacksSession: true },
    ),
    route(
      instructionEndpoints.updateInstruction,
      ({ owner, params, body }) => updateInstruction(ctx, owner, params.id, body),
      { piggybacksSession: true },
    ),
    route(instructionEndpoints.reviewInstruction, async ({ owner, params }) => ({
      reviewed_at: await reviewInstruction(ctx, owner, params.id),
    })),
    route(instructionEndpoints.deleteInstruction, async ({ owner, params, caller }) => {
      await deleteInstructions(ctx, owner, [params.id], caller);
      return {};
    }),
    route(instructionEndpoints.searchInstructions, ({ owner, body, signal }) =>
      searchInstructions(ctx, owner.user_id, body, signal),
    ),
    route(fileEndpoints.attachFile, ({ owner, params, headers, upload }) =>
      attachFile(ctx, owner, params.id, headers['x-file-name'], upload),
    ),
    route(fileEndpoints.announceFiles, async ({ owner, params, body }) => ({
      expected_files: await announceFiles(ctx, owner, params.id, body),
    })),
    route(fileEndpoints.cancelExpectedFile, async ({ owner, params }) => {
      await cancelExpectedFile(ctx, owner, params.id);
      return {};
    }),
    route(fileEndpoints.downloadFile, ({ owner, params }) =>
      downloadFile(ctx, owner.user_id, params.id),
    ),
    route(fileEndpoints.downloadFiles, ({ owner, params }) =>
      downloadFiles(ctx, owner.user_id, params.id),
    ),
    route(fileEndpoints.deleteFile, async ({ owner, params, caller }) => {
      await deleteFile(ctx, owner, params.id, caller);
      return {};
    }),
  ];
}
