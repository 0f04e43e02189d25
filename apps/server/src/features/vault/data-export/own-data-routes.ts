import { ownDataEndpoints } from '@zavet/contract/own-data/own-data-endpoints';
import { type Route, route } from '../../../platform/http/route.ts';
import { beginImport } from './begin-import.ts';
import { dismissImport } from './dismiss-import.ts';
import { allowDownload, downloadExport } from './download-export.ts';
import { orderExport } from './order-export.ts';
import type { OwnDataDeps } from './own-data-deps.ts';
import { readOwnData } from './read-own-data.ts';
import { receiveArchive } from './receive-archive.ts';
import { removeExport } from './remove-export.ts';

export function ownDataRoutes(deps: OwnDataDeps): Route[] {
  return [
    route(ownDataEndpoints.getOwnData, ({ owner }) => readOwnData(deps, owner)),
    route(ownDataEndpoints.orderExport, ({ owner, caller }) => orderExport(deps, owner, caller)),
    route(ownDataEndpoints.allowDownload, async ({ owner, params, cookies }) => {
      await allowDownload(deps, owner, params.id, cookies);
      return {};
    }),
    route(ownDataEndpoints.downloadExport, ({ owner, params, cookies, caller }) =>
      downloadExport(deps, owner, params.id, cookies, caller),
    ),
    route(ownDataEndpoints.removeExport, async ({ owner, params, caller }) => {
      await removeExport(deps, owner, params.id, caller);
      return {};
    }),
    route(ownDataEndpoints.beginImport, ({ owner, body }) =>
      beginImport(deps, owner, body.size_bytes),
    ),
    route(ownDataEndpoints.sendArchive, ({ owner, params, upload }) =>
      receiveArchive(deps, owner, params.id, upload),
    ),
    route(ownDataEndpoints.dismissImport, async ({ owner, params }) => {
      await dismissImport(deps, owner, params.id);
      return {};
    }),
  ];
}
