import { dataExportEndpoints } from '@zavet/contract/data-export/data-export-endpoints';
import type { Context } from '../../../context.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { beginImport } from './begin-import.ts';
import { dismissImport } from './dismiss-import.ts';
import { allowDownload, downloadExport } from './download-export.ts';
import { orderExport } from './order-export.ts';
import { readDataExport } from './read-data-export.ts';
import { receiveArchive } from './receive-archive.ts';
import { removeExport } from './remove-export.ts';

export function dataExportRoutes(ctx: Context): Route[] {
  return [
    route(dataExportEndpoints.getOwnData, ({ owner }) => readDataExport(ctx, owner)),
    route(dataExportEndpoints.orderExport, ({ owner, caller }) => orderExport(ctx, owner, caller)),
    route(dataExportEndpoints.allowDownload, async ({ owner, params, cookies }) => {
      await allowDownload(ctx, owner, params.id, cookies);
      return {};
    }),
    route(dataExportEndpoints.downloadExport, ({ owner, params, cookies, caller }) =>
      downloadExport(ctx, owner, params.id, cookies, caller),
    ),
    route(dataExportEndpoints.removeExport, async ({ owner, params, caller }) => {
      await removeExport(ctx, owner, params.id, caller);
      return {};
    }),
    route(dataExportEndpoints.beginImport, ({ owner, body }) =>
      beginImport(ctx, owner, body.size_bytes),
    ),
    route(dataExportEndpoints.sendArchive, ({ owner, params, upload }) =>
      receiveArchive(ctx, owner, params.id, upload),
    ),
    route(dataExportEndpoints.dismissImport, async ({ owner, params }) => {
      await dismissImport(ctx, owner, params.id);
      return {};
    }),
  ];
}
