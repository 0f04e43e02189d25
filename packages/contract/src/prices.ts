import type { Day } from './days.ts';
import type { PlanId, PlanPeriod, ProductFacts } from './plans/plan-catalogue.ts';

/** What things cost from a day on, in rubles, VAT included. */
export interface PriceList {
  /** The day from which it is in force; for a person never sooner than their notice promised. */
  edition: Day;
  plans: Readonly<Record<PlanId, Readonly<Record<PlanPeriod, number>>>>;
  protocolActivation: number;
}

/**
 * The price lists, oldest first. A list is never changed: new prices are a new one, entered at
 * least `serviceTerms.changeNoticeDays` ahead, together with an edition of the public offer of the
 * same day, because that names them. Entering it sends the notice.
 */
export type PriceEditions = readonly [PriceList, ...PriceList[]];

export const priceEditions: PriceEditions = [
  {
    edition: '2026-11-15',
    plans: {
      storage_300: { monthly: 300, yearly: 3000 },
      storage_500: { monthly: 450, yearly: 4500 },
      storage_1024: { monthly: 850, yearly: 8500 },
    },
    protocolActivation: 7000,
  },
];

export const currency = 'RUB';

/** The list of a day, where nobody's own is asked for: strangers, documents, answers. */
export function pricesInForce(editions: PriceEditions, day: Day): PriceList {
  return editions.findLast(({ edition }) => edition <= day) ?? editions[0];
}

export function priceOf(prices: PriceList, { plan, period }: ProductFacts): number {
  return prices.plans[plan.id][period];
}
