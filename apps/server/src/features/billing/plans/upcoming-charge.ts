import { productOf } from '@zavet/contract/billing/plan-catalogue';
import type { Context } from '../../../context.ts';
import { type PriceDeps, pricesFor } from '../../identity/legal/index.ts';
import { findPaymentMethod, keptBy, paymentProvider } from '../payments/index.ts';
import { isBought, type PlanState, type PricedProduct, priced } from './plan-rules.ts';

/** What the next period will be charged with; 0 where nothing will be charged and the plan ends. */
export async function upcomingCharge(
  ctx: Context,
  userId: string,
  state: PlanState,
): Promise<number> {
  const product = await nextProduct(ctx, userId, state);
  if (!product || !state.auto_renewal) return 0;
  const method = await findPaymentMethod(ctx.database, userId);
  return keptBy(method, paymentProvider(ctx)?.name) === 'own' ? product.price_kopecks : 0;
}

/**
 * What a renewal of this plan buys, at the price of the day on which the period ends: that is what
 * the owner is told ahead, and it stays so however late the money is taken.
 */
export async function nextProduct(
  ctx: PriceDeps,
  userId: string,
  state: PlanState,
): Promise<PricedProduct | undefined> {
  const { plan, period, valid_until } = state;
  const product = productOf(`${plan}_${period}`);
  if (!isBought(state) || !product || !valid_until) return undefined;
  return priced(await pricesFor(ctx, userId, valid_until), product);
}
