import {
  deliveryEndpoints,
  letterArchiveEndpoints,
} from '@zavet/contract/protocol/delivery-endpoints';
import type { Context } from '../../../context.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { downloadArchive } from '../letter-archive/download-archive.ts';
import { downloadLetterFile, listLettersOfReader, readLetter } from './read-letter.ts';
import { closeLink, openLink, openOtherLetter, requireOpenLetter } from './recipient-session.ts';

/** Routes of the page at /delivery, which recipients use without an account. */
export function recipientRoutes(ctx: Context): Route[] {
  return [
    route(deliveryEndpoints.openDeliveryLink, ({ body, cookies }) =>
      openLink(ctx, body.token, cookies),
    ),
    route(deliveryEndpoints.getDelivery, async ({ params, cookies }) =>
      readLetter(ctx, await requireOpenLetter(ctx, cookies, params.id)),
    ),
    route(deliveryEndpoints.listDeliveredLetters, async ({ params, cookies }) => {
      const opened = await requireOpenLetter(ctx, cookies, params.id);
      return { letters: await listLettersOfReader(ctx, opened) };
    }),
    route(deliveryEndpoints.openDeliveredLetter, async ({ params, cookies }) => {
      const opened = await requireOpenLetter(ctx, cookies, params.id);
      return openOtherLetter(ctx, opened, params.letter_id, cookies);
    }),
    route(deliveryEndpoints.downloadDeliveredFile, async ({ params, cookies }) => {
      const opened = await requireOpenLetter(ctx, cookies, params.id);
      return downloadLetterFile(ctx, opened, params.file_id);
    }),
    route(letterArchiveEndpoints.downloadLetterArchive, async ({ params, cookies }) =>
      downloadArchive(ctx, await requireOpenLetter(ctx, cookies, params.id)),
    ),
    route(deliveryEndpoints.closeDeliveryLink, async ({ params, cookies }) => {
      await closeLink(ctx, await requireOpenLetter(ctx, cookies, params.id));
      return {};
    }),
  ];
}
