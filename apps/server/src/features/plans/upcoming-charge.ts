import { productOf } from '@zavet/contract/plans/plan-catalogue';
import { findPaymentMethod, keptBy, type PaymentDeps } from '../payments/public.ts';
import { isBought, type PlanState, priceKopecks } from './plan-rules.ts';

type Payments = Pick<PaymentDeps, 'database' | 'provider'>;

/** What the next period will cost; 0 where nothing will be charged and the plan ends. */
export async function upcomingCharge(
  { database, provider }: Payments,
  userId: string,
  state: PlanState,
): Promise<number> {
  const product = nextProduct(state);
  if (!product || !state.auto_renewal) return 0;
  const method = await findPaymentMethod(database, userId);
  return keptBy(method, provider?.name) === 'own' ? priceKopecks(product) : 0;
}

/** What a renewal of this plan buys. */
export function nextProduct(state: PlanState) {
  const { plan, period } = state;
  if (!isBought(state) || !period) return undefined;
  return productOf(`${plan}_${period}`);
}
