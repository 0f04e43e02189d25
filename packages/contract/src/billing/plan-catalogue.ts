import type { Day } from '../days.ts';
import { limits } from '../limits.ts';

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

export const planIds = ['storage_300', 'storage_500', 'storage_1024'] as const;
export type PlanId = (typeof planIds)[number];

export const planPeriods = ['monthly', 'yearly'] as const;
export type PlanPeriod = (typeof planPeriods)[number];

/** What is bought: a plan for a period. Requests and payments call it `plan_id`. */
export type PlanProduct = `${PlanId}_${PlanPeriod}`;

export interface CataloguePlan {
  id: PlanId;
  storage_mb: number;
  is_popular: boolean;
}

/** The plans that can be bought, smallest first. What they cost stands in `prices.ts`. */
export const planCatalogue: readonly CataloguePlan[] = [
  { id: 'storage_300', storage_mb: 300, is_popular: false },
  { id: 'storage_500', storage_mb: 500, is_popular: true },
  { id: 'storage_1024', storage_mb: 1024, is_popular: false },
];

export interface ProductFacts {
  plan_id: PlanProduct;
  plan: CataloguePlan;
  period: PlanPeriod;
}

/** Every plan by the month and by the year, in the order of the catalogue. */
export const productFacts: readonly ProductFacts[] = planCatalogue.flatMap((plan) =>
  planPeriods.map((period) => ({ plan_id: `${plan.id}_${period}` as const, plan, period })),
);

export const planProducts = productFacts.map(({ plan_id }) => plan_id) as [
  PlanProduct,
  ...PlanProduct[],
];

const products = new Map<string, ProductFacts>(
  productFacts.map((product) => [product.plan_id, product]),
);

export function productOf(planId: string): ProductFacts | undefined {
  return products.get(planId);
}

/** Everything that `user_storage.plan` may hold. `custom` is agreed with the support. */
export const storagePlans = ['free', 'free_expired', 'custom', ...planIds] as const;
export type StoragePlan = (typeof storagePlans)[number];

export function isBoughtPlan(plan: StoragePlan): plan is PlanId {
  return (planIds as readonly string[]).includes(plan);
}

/** What a year costs less than twelve months, in rubles and as a rounded percent. */
export function yearlySaving({ monthly, yearly }: Readonly<Record<PlanPeriod, number>>): {
  amount: number;
  percent: number;
} {
  const year = 12 * monthly;
  const amount = year - yearly;
  return { amount, percent: Math.round((amount / year) * 100) };
}

export const freePlanMb = limits.freeStorageMb;

/** The `type` in the address that a payer for another's plan comes back to. */
export const giftReturnType = 'plan_gift';

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

/** The list of a day, where nobody's own is asked for: strangers, documents, answers. */
export function pricesInForce(editions: PriceEditions, day: Day): PriceList {
  return editions.findLast(({ edition }) => edition <= day) ?? editions[0];
}

export function priceOf(prices: PriceList, { plan, period }: ProductFacts): number {
  return prices.plans[plan.id][period];
}
