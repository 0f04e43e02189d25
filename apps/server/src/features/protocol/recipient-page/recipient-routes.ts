import { deliveryEndpoints } from '@zavet/contract/protocol/delivery-endpoints';
import type { Context } from '../../../context.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import {
  downloadAllDelivered,
  downloadDelivered,
  listDeliveredLetters,
  readDelivery,
} from './read-letter.ts';
import { closeLink, openAnother, openedDelivery, openLink } from './recipient-session.ts';

/** What recipients do at /delivery. */
export function deliveryRoutes(ctx: Context): Route[] {
  return [
    route(deliveryEndpoints.openDeliveryLink, ({ body, cookies }) =>
      openLink(ctx, body.token, cookies),
    ),
    route(deliveryEndpoints.getDelivery, async ({ params, cookies }) =>
      readDelivery(ctx, await openedDelivery(ctx, cookies, params.id)),
    ),
    route(deliveryEndpoints.listDeliveredLetters, async ({ params, cookies }) => {
      const opened = await openedDelivery(ctx, cookies, params.id);
      return { letters: await listDeliveredLetters(ctx, opened) };
    }),
    route(deliveryEndpoints.openDeliveredLetter, async ({ params, cookies }) => {
      const opened = await openedDelivery(ctx, cookies, params.id);
      return openAnother(ctx, opened, params.letter_id, cookies);
    }),
    route(deliveryEndpoints.downloadDeliveredFile, async ({ params, cookies }) => {
      const opened = await openedDelivery(ctx, cookies, params.id);
      return downloadDelivered(ctx, opened, params.file_id);
    }),
    route(deliveryEndpoints.downloadDeliveredFiles, async ({ params, cookies }) =>
      downloadAllDelivered(ctx, await openedDelivery(ctx, cookies, params.id)),
    ),
    route(deliveryEndpoints.closeDeliveryLink, async ({ params, cookies }) => {
      await closeLink(ctx, await openedDelivery(ctx, cookies, params.id));
      return {};
    }),
  ];
}
