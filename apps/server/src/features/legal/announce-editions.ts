import { daysAfter, moscowDay, startOfMoscowDay } from '@zavet/contract/days';
import { retention } from '@zavet/contract/legal/service-terms';
import { mailLostAfterDays } from '@zavet/contract/timings';
import { orderMail } from '../../platform/mail/order-mail.ts';
import { type ArrivalPlace, holdPeople } from '../account/public.ts';
import { announcementsOn } from './edition-rules.ts';
import { editionNotice } from './emails/edition-notice.ts';
import { priceNotice } from './emails/price-notice.ts';
import type { LegalDeps } from './legal-deps.ts';
import {
  dropAcceptedOrders,
  findWalk,
  keepWalk,
  listLost,
  listPeopleToNotify,
  type NoticeOf,
  orderNotices,
} from './notice-repository.ts';
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

/** An address may be confirmed so long after somebody came; people of these days are looked at again. */
const confirmedWithinDays = 2 * retention.unconfirmedDays;

/** Everybody once, then those who have come since, and at all times those whose mail got lost. */
async function announce(
  deps: LegalDeps,
  announced: Announced,
  signal?: AbortSignal,
): Promise<void> {
  const { database, clock } = deps;
  const begun = clock.now();
  const walked = await findWalk(database, announced);
  const since = walked && daysAfter(walked, -confirmedWithinDays);
  let isWhole = true;
  let after: ArrivalPlace | undefined;
  do {
    const page = await tellSome(deps, announced, { since, after });
    isWhole &&= page.isWhole;
    after = page.last;
  } while (after && !signal?.aborted);
  await tellLost(deps, announced, signal);
  if (isWhole && !signal?.aborted) await keepWalk(database, announced, begun);
}

interface Page {
  /** After whom to go on; nobody when everybody has been looked at. */
  last: ArrivalPlace | undefined;
  /** Nobody was left for the next round. */
  isWhole: boolean;
}

function tellSome(
  { database, clock }: LegalDeps,
  announced: Announced,
  place: { since: Date | undefined; after: ArrivalPlace | undefined },
): Promise<Page> {
  const now = clock.now();
  const lostBefore = daysAfter(now, -mailLostAfterDays);
  return database.transaction(async () => {
    const untold = await listPeopleToNotify(database, announced, lostBefore, place, peopleAtOnce);
    const ids = untold.map(({ id }) => id);
    const held = await orderFor(database, announced, ids, now);
    return {
      last: untold.length < peopleAtOnce ? undefined : untold.at(-1),
      isWhole: held === untold.length,
    };
  });
}

async function tellLost(
  { database, clock }: LegalDeps,
  announced: Announced,
  signal?: AbortSignal,
): Promise<void> {
  const lostBefore = daysAfter(clock.now(), -mailLostAfterDays);
  await dropAcceptedOrders(database, announced, lostBefore);
  let isMore = true;
  while (isMore && !signal?.aborted) {
    isMore = await database.transaction(async () => {
      const lost = await listLost(database, announced, lostBefore, peopleAtOnce);
      const held = await orderFor(database, announced, lost, clock.now());
      return held === peopleAtOnce;
    });
  }
}

/** Says of how many nobody else had hold. */
async function orderFor(
  database: LegalDeps['database'],
  announced: Announced,
  ids: readonly string[],
  now: Date,
): Promise<number> {
  const held = await holdPeople(database, ids);
  const lostBefore = daysAfter(now, -mailLostAfterDays);
  const told = await orderNotices(database, announced, held, now, lostBefore);
  for (const user_id of told) await announced.order(user_id);
  return held.length;
}
