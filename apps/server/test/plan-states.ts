import { priceEditions, productOf } from '@zavet/contract/billing/plan-catalogue';
import {
  type PlanState,
  type PricedProduct,
  planAfterPurchase,
  withPrice,
} from '../src/features/billing/plans/plan-rules.ts';

/** A day of the month that the following month does not have. */
export const boughtOn = '2026-01-31';

export const [prices] = priceEditions;

export function product(id: string): PricedProduct {
  const found = productOf(id);
  if (!found) throw new Error(`no product ${id}`);
  return withPrice(prices, found);
}

export function bought(id: string, day = boughtOn): PlanState {
  return planAfterPurchase(product(id), day, true);
}
