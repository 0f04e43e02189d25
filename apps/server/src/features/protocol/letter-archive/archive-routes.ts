import { letterArchiveEndpoints } from '@zavet/contract/protocol/delivery-endpoints';
import type { Context } from '../../../context.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { requireOpenLetter } from '../recipient-page/recipient-session.ts';
import { downloadArchive } from './download-archive.ts';

/** What recipients take along. */
export function keepsakeRoutes(ctx: Context): Route[] {
  return [
    route(letterArchiveEndpoints.downloadLetterArchive, async ({ params, cookies }) =>
      downloadArchive(ctx, await requireOpenLetter(ctx, cookies, params.id)),
    ),
  ];
}
