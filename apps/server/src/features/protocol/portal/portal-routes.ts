import { deliveryEndpoints } from '@zavet/contract/protocol/delivery-endpoints';
import { type Route, route } from '../../../platform/http/route.ts';
import type { ProtocolParts } from '../protocol-parts.ts';
import { closeLink } from './close-link.ts';
import { openedDelivery } from './delivery-session.ts';
import { openLink } from './open-link.ts';
import { downloadAllDelivered, downloadDelivered, readDelivery } from './read-delivery.ts';

/** What recipients do at /delivery. */
export function portalRoutes(parts: ProtocolParts): Route[] {
  return [
    route(deliveryEndpoints.openDeliveryLink, ({ body, cookies }) =>
      openLink(parts, body.token, cookies),
    ),
    route(deliveryEndpoints.getDelivery, async ({ params, cookies }) =>
      readDelivery(parts, await openedDelivery(parts, cookies, params.id)),
    ),
    route(deliveryEndpoints.downloadDeliveredFile, async ({ params, cookies }) => {
      const link = await openedDelivery(parts, cookies, params.id);
      return downloadDelivered(parts, link, params.file_id);
    }),
    route(deliveryEndpoints.downloadDeliveredFiles, async ({ params, cookies }) =>
      downloadAllDelivered(parts, await openedDelivery(parts, cookies, params.id)),
    ),
    route(deliveryEndpoints.closeDeliveryLink, async ({ params, cookies }) => {
      await closeLink(parts, await openedDelivery(parts, cookies, params.id));
      return {};
    }),
  ];
}
