import {
  type PriceEditions,
  type PriceList,
  type ProductDetails,
  priceOf,
  productDetails,
} from '@zavet/contract/billing/plan-catalogue';
import type { Day } from '@zavet/contract/days';
import { effectiveFrom, findCurrentIndex, listEditionsToAnnounce } from './edition-rules.ts';

export interface PriceNotices {
  /** The price list in force on this day was accepted at sign-up. */
  signed_up_on: Day;
  /** Day on which a mail server accepted the notice, by edition. */
  notifiedOn: ReadonlyMap<Day, Day>;
}

/** Prices on a day, never before the day promised by a notice. Assumes no further notices. */
export function pricesOn(editions: PriceEditions, notices: PriceNotices, day: Day): PriceList {
  const lists = editions.map((list, index) => ({
    list,
    applies_from: index === 0 ? list.edition : firstDayInForce(list.edition, notices, day),
  }));
  return lists[findCurrentIndex(lists, day)]?.list ?? editions[0];
}

function firstDayInForce(edition: Day, { signed_up_on, notifiedOn }: PriceNotices, day: Day): Day {
  if (signed_up_on >= edition) return edition;
  return effectiveFrom(edition, notifiedOn.get(edition) ?? day);
}

/** Upcoming lists, and the newest list in force. */
export function pricesToAnnounce(editions: PriceEditions, today: Day): PriceList[] {
  const [first, ...later] = editions;
  const days = listEditionsToAnnounce(
    [first.edition, ...later.map(({ edition }) => edition)],
    today,
  );
  return later.filter(({ edition }) => days.includes(edition));
}

/** Change of a price, in rubles. */
export interface PriceChange {
  product: ProductDetails | 'activation';
  before: number;
  after: number;
}

export interface UpcomingPrices {
  edition: Day;
  applies_from: Day;
  changes: PriceChange[];
}

/** Content of a notice sent today; undefined if the user's prices do not change. */
export function findUpcomingPrices(
  editions: PriceEditions,
  notices: PriceNotices,
  edition: Day,
  today: Day,
): UpcomingPrices | undefined {
  const list = pricesToAnnounce(editions, today).find((one) => one.edition === edition);
  if (!list || notices.signed_up_on >= edition) return undefined;
  const [first, ...later] = editions;
  const earlier = later.filter((one) => one.edition < edition);
  const applies_from = effectiveFrom(edition, today);
  const before = pricesOn([first, ...earlier], notices, applies_from);
  const changes = changesBetween(before, list);
  return changes.length > 0 ? { edition, applies_from, changes } : undefined;
}

function changesBetween(before: PriceList, after: PriceList): PriceChange[] {
  const all: PriceChange[] = [
    ...productDetails.map((product) => ({
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
