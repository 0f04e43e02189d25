import type { Day } from '../days.ts';

export const planIds = ['storage_300', 'storage_500', 'storage_1024'] as const;
export type PlanId = (typeof planIds)[number];

export const planPeriods = ['monthly', 'yearly'] as const;
export type PlanPeriod = (typeof planPeriods)[number];

/** A plan for a period; `plan_id` in requests and payments. */
export type PlanProduct = `${PlanId}_${PlanPeriod}`;

export interface CataloguePlan {
  id: PlanId;
  storage_mb: number;
  is_popular: boolean;
}

/** Plans on sale, smallest first. `priceEditions` has the prices. */
export const planCatalogue: readonly CataloguePlan[] = [
  { id: 'storage_300', storage_mb: 300, is_popular: false },
  { id: 'storage_500', storage_mb: 500, is_popular: true },
  { id: 'storage_1024', storage_mb: 1024, is_popular: false },
];

export interface ProductDetails {
  plan_id: PlanProduct;
  plan: CataloguePlan;
  period: PlanPeriod;
}

/** Every plan by month and by year, in the order of the catalogue. */
export const productDetails: readonly ProductDetails[] = planCatalogue.flatMap((plan) =>
  planPeriods.map((period) => ({ plan_id: `${plan.id}_${period}` as const, plan, period })),
);

export const planProducts = productDetails.map(({ plan_id }) => plan_id) as [
  PlanProduct,
  ...PlanProduct[],
];

const products = new Map<string, ProductDetails>(
  productDetails.map((product) => [product.plan_id, product]),
);

export function productOf(planId: string): ProductDetails | undefined {
  return products.get(planId);
}

/** All values of the column `user_storage.plan`. `custom`: agreed with support. */
export const storagePlans = ['free', 'free_expired', 'custom', ...planIds] as const;
export type StoragePlan = (typeof storagePlans)[number];

export function isCataloguePlan(plan: StoragePlan): plan is PlanId {
  return (planIds as readonly string[]).includes(plan);
}

/**
 * Saving of a yearly plan compared with twelve monthly periods, in rubles and in rounded percent.
 */
export function yearlySaving({ monthly, yearly }: Readonly<Record<PlanPeriod, number>>): {
  amount: number;
  percent: number;
} {
  const year = 12 * monthly;
  const amount = year - yearly;
  return { amount, percent: Math.round((amount / year) * 100) };
}

/** `type` of the return address of a gift payment. */
export const giftReturnType = 'plan_gift';
export const currency = 'RUB';

/** Prices in rubles, VAT included. */
export interface PriceList {
  /** First day in force. For each person, never earlier than the day announced to them. */
  edition: Day;
  plans: Readonly<Record<PlanId, Readonly<Record<PlanPeriod, number>>>>;
  protocolActivation: number;
}

export type PriceEditions = readonly [PriceList, ...PriceList[]];

/**
 * Oldest first, append-only. A new list is added at least `serviceTerms.changeNoticeDays` ahead,
 * together with an edition of the public offer of the same day, which names the prices. Adding it
 * triggers the notice.
 */
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

/** Prices of a day, ignoring personal notice periods: for visitors, documents and answers. */
export function pricesInForce(editions: PriceEditions, day: Day): PriceList {
  return editions.findLast(({ edition }) => edition <= day) ?? editions[0];
}

export function priceOf(prices: PriceList, { plan, period }: ProductDetails): number {
  return prices.plans[plan.id][period];
}
