import { fileEndpoints } from '@zavet/contract/instructions/file-endpoints';
import type { Context } from '../../../context.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { attachFile } from './attach-file.ts';
import { deleteFile } from './delete-file.ts';
import { downloadFile, downloadFiles } from './download-file.ts';
import { expectFiles } from './expect-files.ts';
import { giveUpFile } from './give-up-file.ts';

export function fileRoutes(ctx: Context): Route[] {
  return [
    route(fileEndpoints.attachFile, ({ owner, params, headers, upload }) =>
      attachFile(ctx, owner, params.id, headers['x-file-name'], upload),
    ),
    route(fileEndpoints.expectFiles, async ({ owner, params, body }) => ({
      expected_files: await expectFiles(ctx, owner, params.id, body),
    })),
    route(fileEndpoints.giveUpFile, async ({ owner, params }) => {
      await giveUpFile(ctx, owner, params.id);
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
