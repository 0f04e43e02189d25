import { previewEndpoints } from '@zavet/contract/protocol/delivery-endpoints';
import type { Context } from '../../../context.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { previewDelivery } from './preview-delivery.ts';
import { readWouldReceive } from './read-would-receive.ts';

/** What an owner looks at beforehand. */
export function previewRoutes(ctx: Context): Route[] {
  return [
    route(previewEndpoints.getWouldReceive, ({ owner, params }) =>
      readWouldReceive(ctx, owner.user_id, params.id),
    ),
    route(previewEndpoints.previewDelivery, ({ owner, params }) =>
      previewDelivery(ctx, owner.user_id, params),
    ),
  ];
}
