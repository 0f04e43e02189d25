import { type ProductFacts, productOf } from '@zavet/contract/plans/plan-catalogue';
import { afterPurchase, type PlanState } from '../src/features/plans/plan-rules.ts';

/** A day after which the next month is shorter. */
export const boughtOn = '2026-01-31';

export function product(id: string): ProductFacts {
  const found = productOf(id);
  if (!found) throw new Error(`no product ${id}`);
  return found;
}

export function bought(id: string, day = boughtOn): PlanState {
  return afterPurchase(product(id), day, true);
}
