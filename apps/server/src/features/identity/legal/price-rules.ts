import {
  type PriceEditions,
  type PriceList,
  type ProductFacts,
  priceOf,
  productFacts,
} from '@zavet/contract/billing/plan-catalogue';
import type { Day } from '@zavet/contract/days';
import { currentIndex, editionsToAnnounce, effectiveFrom } from './edition-rules.ts';

export interface PriceNotices {
  /** Users accept the list of this day at sign-up. */
  signed_up_on: Day;
  /** Day on which a mail server accepted the notice, by edition. */
  notifiedOn: ReadonlyMap<Day, Day>;
}

/** Never earlier than the user's notice promised. For future days, notices sent so far count. */
export function pricesOn(editions: PriceEditions, notices: PriceNotices, day: Day): PriceList {
  const lists = editions.map((list, index) => ({
    list,
    holds_from: index === 0 ? list.edition : holdsFrom(list.edition, notices, day),
  }));
  return lists[currentIndex(lists, day)]?.list ?? editions[0];
}

function holdsFrom(edition: Day, { signed_up_on, notifiedOn }: PriceNotices, day: Day): Day {
  if (signed_up_on >= edition) return edition;
  return effectiveFrom(edition, notifiedOn.get(edition) ?? day);
}

/** Upcoming lists, and the newest list in force. */
export function pricesToAnnounce(editions: PriceEditions, today: Day): PriceList[] {
  const [first, ...later] = editions;
  const days = editionsToAnnounce([first.edition, ...later.map(({ edition }) => edition)], today);
  return later.filter(({ edition }) => days.includes(edition));
}

/** In rubles. */
export interface PriceChange {
  product: ProductFacts | 'activation';
  before: number;
  after: number;
}

export interface UpcomingPrices {
  edition: Day;
  holds_from: Day;
  changes: PriceChange[];
}

/** Content of a notice sent today; undefined if the user's prices do not change. */
export function upcomingPrices(
  editions: PriceEditions,
  notices: PriceNotices,
  edition: Day,
  today: Day,
): UpcomingPrices | undefined {
  const list = pricesToAnnounce(editions, today).find((one) => one.edition === edition);
  if (!list || notices.signed_up_on >= edition) return undefined;
  const [first, ...later] = editions;
  const earlier = later.filter((one) => one.edition < edition);
  const holds_from = effectiveFrom(edition, today);
  const before = pricesOn([first, ...earlier], notices, holds_from);
  const changes = changesBetween(before, list);
  return changes.length > 0 ? { edition, holds_from, changes } : undefined;
}

function changesBetween(before: PriceList, after: PriceList): PriceChange[] {
  const all: PriceChange[] = [
    ...productFacts.map((product) => ({
      product,
      before: priceOf(before, product),
      after: priceOf(after, product),
    })),
    {
      product: 'activation',
      before: before.protocolActivation,
      after: after.protocolActivation,
    },
  ];
  return all.filter((one) => one.before !== one.after);
}
