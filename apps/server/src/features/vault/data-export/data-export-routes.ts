import { dataExportEndpoints } from '@zavet/contract/vault/data-export-endpoints';
import type { Context } from '../../../context.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { downloadExport, issueDownloadTicket } from './download-export.ts';
import { readDataExport, removeExport, startExport } from './manage-export.ts';
import { dismissImport, receiveArchive, startImport } from './receive-import.ts';

export function dataExportRoutes(ctx: Context): Route[] {
  return [
    route(dataExportEndpoints.getDataExports, ({ owner }) => readDataExport(ctx, owner)),
    route(dataExportEndpoints.startExport, ({ owner, caller }) => startExport(ctx, owner, caller)),
    route(dataExportEndpoints.allowDownload, async ({ owner, params, cookies }) => {
      await issueDownloadTicket(ctx, owner, params.id, cookies);
      return {};
    }),
    route(dataExportEndpoints.downloadExport, ({ owner, params, cookies, caller }) =>
      downloadExport(ctx, owner, params.id, cookies, caller),
    ),
    route(dataExportEndpoints.removeExport, async ({ owner, params, caller }) => {
      await removeExport(ctx, owner, params.id, caller);
      return {};
    }),
    route(dataExportEndpoints.startImport, ({ owner, body }) =>
      startImport(ctx, owner, body.size_bytes),
    ),
    route(dataExportEndpoints.uploadArchive, ({ owner, params, upload }) =>
      receiveArchive(ctx, owner, params.id, upload),
    ),
    route(dataExportEndpoints.dismissImport, async ({ owner, params }) => {
      await dismissImport(ctx, owner, params.id);
      return {};
    }),
  ];
}
