import { fileEndpoints } from '@zavet/contract/instructions/file-endpoints';
import { type Route, route } from '../../../platform/http/route.ts';
import { attachFile } from './attach-file.ts';
import { deleteFile } from './delete-file.ts';
import { downloadFile, downloadFiles } from './download-file.ts';
import { expectFiles } from './expect-files.ts';
import { giveUpFile } from './give-up-file.ts';
import type { InstructionDeps } from './instruction-deps.ts';

export function fileRoutes(deps: InstructionDeps): Route[] {
  return [
    route(fileEndpoints.attachFile, ({ owner, params, headers, upload }) =>
      attachFile(deps, owner, params.id, headers['x-file-name'], upload),
    ),
    route(fileEndpoints.expectFiles, async ({ owner, params, body }) => ({
      expected_files: await expectFiles(deps, owner, params.id, body),
    })),
    route(fileEndpoints.giveUpFile, async ({ owner, params }) => {
      await giveUpFile(deps, owner, params.id);
      return {};
    }),
    route(fileEndpoints.downloadFile, ({ owner, params }) =>
      downloadFile(deps, owner.user_id, params.id),
    ),
    route(fileEndpoints.downloadFiles, ({ owner, params }) =>
      downloadFiles(deps, owner.user_id, params.id),
    ),
    route(fileEndpoints.deleteFile, async ({ owner, params, caller }) => {
      await deleteFile(deps, owner, params.id, caller);
      return {};
    }),
  ];
}
