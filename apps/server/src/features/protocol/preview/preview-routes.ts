import { previewEndpoints } from '@zavet/contract/protocol/preview-endpoints';
import { type Route, route } from '../../../platform/http/route.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import { previewDelivery } from './preview-delivery.ts';
import { readWouldReceive } from './read-would-receive.ts';

/** What an owner looks at beforehand. */
export function previewRoutes(deps: ProtocolDeps): Route[] {
  return [
    route(previewEndpoints.getWouldReceive, ({ owner, params }) =>
      readWouldReceive(deps, owner.user_id, params.id),
    ),
    route(previewEndpoints.previewDelivery, ({ owner, params }) =>
      previewDelivery(deps, owner.user_id, params),
    ),
  ];
}
