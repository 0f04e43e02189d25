import { daysAfter, moscowDay, startOfMoscowDay } from '@zavet/contract/days';
import { mailLostAfterDays } from '@zavet/contract/timings';
import { orderMail } from '../../platform/mail/order-mail.ts';
import { beforeEveryId } from '../../platform/new-id.ts';
import { announcementsOn } from './edition-rules.ts';
import { editionNotice } from './emails/edition-notice.ts';
import { priceNotice } from './emails/price-notice.ts';
import type { LegalDeps } from './legal-deps.ts';
import { listPeopleToNotify, type NoticeOf, orderNotices } from './notice-repository.ts';
import { announcedPrices } from './price-rules.ts';

const peopleAtOnce = 100;

/** A notice with the order of the mail that gives it. */
type Announced = NoticeOf & { order: (userId: string) => Promise<void> };

/**
 * Tells everybody of the documents and prices that they have not been told of. May run twice, and at
 * once.
 */
export async function announceEditions(deps: LegalDeps, signal?: AbortSignal): Promise<void> {
  for (const announced of announcedNow(deps)) {
    await announce(deps, announced, signal).catch((error) =>
      deps.log.error(
        { code: 'edition_not_announced', err: error, edition: announced.news[0]?.edition },
        'an edition of the documents or prices could not be announced',
      ),
    );
  }
}

/** One notice for all new documents, and one for each new list of prices. */
function announcedNow(deps: LegalDeps): Announced[] {
  const today = moscowDay(deps.clock.now());
  const documents = announcementsOn(deps.editions, today);
  const ofDocuments: Announced = {
    news: documents,
    order: (user_id) => orderMail(deps, editionNotice, { user_id }),
  };
  const ofPrices = announcedPrices(deps.prices, today).map(({ edition }) => ({
    news: [{ edition, documents: ['prices' as const] }],
    concernsBefore: startOfMoscowDay(edition),
    order: (user_id: string) => orderMail(deps, priceNotice, { user_id, edition }),
  }));
  return documents.length > 0 ? [ofDocuments, ...ofPrices] : ofPrices;
}

async function announce(
  deps: LegalDeps,
  announced: Announced,
  signal?: AbortSignal,
): Promise<void> {
  let last: string | undefined = beforeEveryId;
  while (last !== undefined && !signal?.aborted) {
    last = await tellSome(deps, announced, last);
  }
}

/** Says after whom to go on; nobody when everybody has been looked at. */
function tellSome(
  { database, clock }: LegalDeps,
  announced: Announced,
  afterUserId: string,
): Promise<string | undefined> {
  const now = clock.now();
  const lostBefore = daysAfter(now, -mailLostAfterDays);
  return database.transaction(async () => {
    const untold = await listPeopleToNotify(
      database,
      announced,
      lostBefore,
      afterUserId,
      peopleAtOnce,
    );
    const told = await orderNotices(database, announced, untold, now, lostBefore);
    for (const user_id of told) await announced.order(user_id);
    return untold.length < peopleAtOnce ? undefined : untold.at(-1);
  });
}
