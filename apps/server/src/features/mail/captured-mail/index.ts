import { daysAfter } from '@zavet/contract/days';
import { capturedMailEndpoints } from '@zavet/contract/mail/captured-mail-endpoints';
import { retention } from '@zavet/contract/service-terms';
import { feature } from '../../../feature.ts';
import { fail } from '../../../platform/failure.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import {
  type CapturedMail,
  type CapturedMailStore,
  withLinksInNewTab,
} from '../../../platform/mail/captured-mail-store.ts';

export const capturedMailFeature = feature({
  name: 'captured-mail',
  routes: ({ capturedMails }) => capturedMailRoutes(capturedMails),
  retention: {
    captured_mail: async ({ capturedMails }, now, limit) => {
      const before = daysAfter(now, -retention.capturedMailDays);
      return { mails: (await capturedMails?.removeBefore(before, limit)) ?? 0 };
    },
  },
});

/** The store is undefined if mail is not captured. */
function capturedMailRoutes(store: CapturedMailStore | undefined): Route[] {
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
