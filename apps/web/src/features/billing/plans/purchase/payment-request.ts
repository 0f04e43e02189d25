import type { PaymentInput } from '@zavet/contract/billing/payment-endpoints';
import type { PlanOffer } from '@zavet/contract/billing/plan-endpoints';
import { factsOf } from '../product-facts.ts';

interface Purchase {
  offer: PlanOffer;
  userId: string;
  description: string;
  /** Where this site lives. */
  origin: string;
}

export function paymentRequest({ offer, userId, description, origin }: Purchase): PaymentInput {
  const { plan_id, amount } = offer;
  const back = new URLSearchParams({ plan_id, period: factsOf(plan_id).period });
  return {
    amount,
    currency: 'RUB',
    plan_id,
    user_id: userId,
    description,
    return_url: `${origin}/yookassa-return?${back}`,
  };
}
