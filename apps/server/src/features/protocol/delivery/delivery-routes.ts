import { deliveryEndpoints } from '@zavet/contract/protocol/delivery-endpoints';
import { type Route, route } from '../../../platform/http/route.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import { closeLink } from './close-link.ts';
import { openedDelivery } from './delivery-session.ts';
import { listDeliveredLetters } from './list-delivered-letters.ts';
import { openAnother, openLink } from './open-link.ts';
import { downloadAllDelivered, downloadDelivered, readDelivery } from './read-delivery.ts';

/** What recipients do at /delivery. */
export function deliveryRoutes(deps: ProtocolDeps): Route[] {
  return [
    route(deliveryEndpoints.openDeliveryLink, ({ body, cookies }) =>
      openLink(deps, body.token, cookies),
    ),
    route(deliveryEndpoints.getDelivery, async ({ params, cookies }) =>
      readDelivery(deps, await openedDelivery(deps, cookies, params.id)),
    ),
    route(deliveryEndpoints.listDeliveredLetters, async ({ params, cookies }) => {
      const opened = await openedDelivery(deps, cookies, params.id);
      return { letters: await listDeliveredLetters(deps, opened) };
    }),
    route(deliveryEndpoints.openDeliveredLetter, async ({ params, cookies }) => {
      const opened = await openedDelivery(deps, cookies, params.id);
      return openAnother(deps, opened, params.letter_id, cookies);
    }),
    route(deliveryEndpoints.downloadDeliveredFile, async ({ params, cookies }) => {
      const opened = await openedDelivery(deps, cookies, params.id);
      return downloadDelivered(deps, opened, params.file_id);
    }),
    route(deliveryEndpoints.downloadDeliveredFiles, async ({ params, cookies }) =>
      downloadAllDelivered(deps, await openedDelivery(deps, cookies, params.id)),
    ),
    route(deliveryEndpoints.closeDeliveryLink, async ({ params, cookies }) => {
      await closeLink(deps, await openedDelivery(deps, cookies, params.id));
      return {};
    }),
  ];
}
