import { giftReturnType } from '@zavet/contract/billing/plan-catalogue';
import type { GiftInput, LapsingPlan } from '@zavet/contract/billing/plan-endpoints';

interface GiftOrder {
  plan: Pick<LapsingPlan, 'user_id' | 'trusted_contact_id'>;
  offer: Pick<LapsingPlan['offers'][number], 'plan_id' | 'amount'>;
  clientReturnToken: string;
  /** Where this site lives. */
  origin: string;
}

export function giftRequest({ plan, offer, clientReturnToken, origin }: GiftOrder): GiftInput {
  const back = new URLSearchParams({ type: giftReturnType, crt: clientReturnToken });
  return {
    owner_id: plan.user_id,
    trusted_contact_id: plan.trusted_contact_id,
    plan_id: offer.plan_id,
    amount: offer.amount,
    return_url: `${origin}/yookassa-return?${back}`,
    client_return_token: clientReturnToken,
  };
}
