import { keepsakeEndpoints } from '@zavet/contract/protocol/delivery-endpoints';
import type { Context } from '../../../context.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { openedDelivery } from '../recipient-page/recipient-session.ts';
import { saveEverything } from './download-archive.ts';

/** What recipients take along. */
export function keepsakeRoutes(ctx: Context): Route[] {
  return [
    route(keepsakeEndpoints.downloadKeepsake, async ({ params, cookies }) =>
      saveEverything(ctx, await openedDelivery(ctx, cookies, params.id)),
    ),
  ];
}
