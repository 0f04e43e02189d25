import {
  type PriceEditions,
  type PriceList,
  type ProductFacts,
  priceOf,
  productFacts,
} from '@zavet/contract/billing/plan-catalogue';
import type { Day } from '@zavet/contract/days';
import { currentIndex, editionsToAnnounce, effectiveFrom } from './edition-rules.ts';

/** What a person knows of price lists. */
export interface PriceNotices {
  /** They saw the list of this day before they came. */
  signed_up_on: Day;
  /** On which day a mail server took the notice of a list. */
  toldOn: ReadonlyMap<Day, Day>;
}

/**
 * The prices that hold for a person on a day: never sooner than their notice promised. For a day to
 * come, those that will hold by what they have been told until now.
 */
export function pricesOn(editions: PriceEditions, knowledge: PriceNotices, day: Day): PriceList {
  const known = editions.map((list, index) => ({
    list,
    holds_from: index === 0 ? list.edition : holdsFrom(list.edition, knowledge, day),
  }));
  return known[currentIndex(known, day)]?.list ?? editions[0];
}

function holdsFrom(edition: Day, { signed_up_on, toldOn }: PriceNotices, day: Day): Day {
  if (signed_up_on >= edition) return edition;
  return effectiveFrom(edition, toldOn.get(edition) ?? day);
}

/** The lists that people have to be told of by now: those to come, and the one that has begun. */
export function pricesToAnnounce(editions: PriceEditions, today: Day): PriceList[] {
  const [first, ...others] = editions;
  const days = editionsToAnnounce([first.edition, ...others.map(({ edition }) => edition)], today);
  return others.filter(({ edition }) => days.includes(edition));
}

/** A price that will be another one, in rubles. */
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

/** What a notice that goes out today says about a list; nothing where it changes nothing. */
export function upcomingPrices(
  editions: PriceEditions,
  knowledge: PriceNotices,
  edition: Day,
  today: Day,
): UpcomingPrices | undefined {
  const list = pricesToAnnounce(editions, today).find((one) => one.edition === edition);
  if (!list || knowledge.signed_up_on >= edition) return undefined;
  const [first, ...others] = editions;
  const earlier = others.filter((one) => one.edition < edition);
  const holds_from = effectiveFrom(edition, today);
  const before = pricesOn([first, ...earlier], knowledge, holds_from);
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
