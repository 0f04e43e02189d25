import { capturedMailEndpoints } from '@zavet/contract/mail/captured-mail-endpoints';
import { fail } from '../../../platform/failure.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import {
  type CapturedMail,
  type CapturedMailStore,
  withLinksInNewTab,
} from '../../../platform/mail/captured-mail-store.ts';

/** The local mailbox. Where mail goes to a mail server there is no store, and nothing to show. */
export function capturedMailRoutes(store: CapturedMailStore | undefined): Route[] {
  const find = async (id: string): Promise<CapturedMail> =>
    (await store?.get(id)) ?? fail('not_found');

  return [
    route(capturedMailEndpoints.listCapturedMails, async () => ({
      mails: (await store?.list()) ?? [],
    })),
    route(capturedMailEndpoints.getCapturedMail, ({ params }) => find(params.id)),
    route(capturedMailEndpoints.getCapturedMailHtml, async ({ params }) =>
      withLinksInNewTab((await find(params.id)).html),
    ),
  ];
}
