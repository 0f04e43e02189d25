import { limits } from '../limits.ts';

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
