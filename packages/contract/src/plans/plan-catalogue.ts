import { limits } from '../limits.ts';

export const planIds = ['storage_300', 'storage_500', 'storage_1024'] as const;
export type PlanId = (typeof planIds)[number];

export const planPeriods = ['monthly', 'yearly'] as const;
export type PlanPeriod = (typeof planPeriods)[number];

/** What is bought: a plan for a period. Requests and payments call it `plan_id`. */
export type PlanProduct = `${PlanId}_${PlanPeriod}`;

export interface Price {
  /** In rubles, VAT included. */
  amount: number;
  currency: 'RUB';
  plan_id: PlanProduct;
}

export interface CataloguePlan {
  id: PlanId;
  storage_mb: number;
  monthly: Price;
  yearly: Price;
  is_popular: boolean;
}

/** The plans that can be bought, smallest first. */
export const planCatalogue: readonly CataloguePlan[] = [
  plan('storage_300', 300, { monthly: 300, yearly: 3000 }),
  plan('storage_500', 500, { monthly: 450, yearly: 4500 }, true),
  plan('storage_1024', 1024, { monthly: 850, yearly: 8500 }),
];

export const planProducts = planCatalogue.flatMap(({ monthly, yearly }) => [
  monthly.plan_id,
  yearly.plan_id,
]) as [PlanProduct, ...PlanProduct[]];

export interface ProductFacts {
  plan: CataloguePlan;
  period: PlanPeriod;
  price: Price;
}

const products = new Map<string, ProductFacts>(
  planCatalogue.flatMap((plan) =>
    planPeriods.map((period) => [plan[period].plan_id, { plan, period, price: plan[period] }]),
  ),
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
export function yearlySaving({ monthly, yearly }: CataloguePlan): {
  amount: number;
  percent: number;
} {
  const year = 12 * monthly.amount;
  const amount = year - yearly.amount;
  return { amount, percent: Math.round((amount / year) * 100) };
}

export const freePlanMb = limits.freeStorageMb;

function plan(
  id: PlanId,
  storage_mb: number,
  amounts: Record<PlanPeriod, number>,
  is_popular = false,
): CataloguePlan {
  const price = (period: PlanPeriod): Price => ({
    amount: amounts[period],
    currency: 'RUB',
    plan_id: `${id}_${period}`,
  });
  return { id, storage_mb, monthly: price('monthly'), yearly: price('yearly'), is_popular };
}
