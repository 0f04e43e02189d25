import {
  type PlanId,
  type PlanPeriod,
  type PlanProduct,
  type ProductFacts,
  productOf,
} from '@zavet/contract/billing/plan-catalogue';

export function productId(plan: PlanId, period: PlanPeriod): PlanProduct {
  return `${plan}_${period}`;
}

/** Plan and period of a product of the catalogue. */
export function factsOf(product: PlanProduct): ProductFacts {
  const facts = productOf(product);
  if (!facts) throw new Error(`${product} is not in the catalogue.`);
  return facts;
}
