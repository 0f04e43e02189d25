import { ownDataEndpoints } from '@zavet/contract/own-data/own-data-endpoints';
import type { Context } from '../../../context.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { beginImport } from './begin-import.ts';
import { dismissImport } from './dismiss-import.ts';
import { allowDownload, downloadExport } from './download-export.ts';
import { orderExport } from './order-export.ts';
import { readOwnData } from './read-own-data.ts';
import { receiveArchive } from './receive-archive.ts';
import { removeExport } from './remove-export.ts';

export function ownDataRoutes(ctx: Context): Route[] {
  return [
    route(ownDataEndpoints.getOwnData, ({ owner }) => readOwnData(ctx, owner)),
    route(ownDataEndpoints.orderExport, ({ owner, caller }) => orderExport(ctx, owner, caller)),
    route(ownDataEndpoints.allowDownload, async ({ owner, params, cookies }) => {
      await allowDownload(ctx, owner, params.id, cookies);
      return {};
    }),
    route(ownDataEndpoints.downloadExport, ({ owner, params, cookies, caller }) =>
      downloadExport(ctx, owner, params.id, cookies, caller),
    ),
    route(ownDataEndpoints.removeExport, async ({ owner, params, caller }) => {
      await removeExport(ctx, owner, params.id, caller);
      return {};
    }),
    route(ownDataEndpoints.beginImport, ({ owner, body }) =>
      beginImport(ctx, owner, body.size_bytes),
    ),
    route(ownDataEndpoints.sendArchive, ({ owner, params, upload }) =>
      receiveArchive(ctx, owner, params.id, upload),
    ),
    route(ownDataEndpoints.dismissImport, async ({ owner, params }) => {
      await dismissImport(ctx, owner, params.id);
      return {};
    }),
  ];
}
