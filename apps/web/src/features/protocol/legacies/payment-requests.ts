import { giftReturnType } from '@zavet/contract/billing/plan-catalogue';
import type { GiftInput, LapsingPlan } from '@zavet/contract/billing/plan-endpoints';
import type { ActivationInput, LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { activationProduct } from '@zavet/contract/protocol/protocol-values';

interface ActivationOrder {
  legacy: Pick<LegacyView, 'user_id' | 'trusted_contact_id' | 'activation_price'>;
  initiatorId: string;
  /** Undefined where the owner set none. */
  pin: string | undefined;
  clientReturnToken: string;
  /** Where this site lives. */
  origin: string;
}

export function activationRequest(order: ActivationOrder): ActivationInput {
  const { legacy, initiatorId, pin, clientReturnToken, origin } = order;
  const back = new URLSearchParams({
    type: activationProduct,
    deceased_user_id: legacy.user_id,
    crt: clientReturnToken,
  });
  return {
    product_id: activationProduct,
    amount: legacy.activation_price,
    return_url: `${origin}/yookassa-return?${back}`,
    metadata: {
      client_return_token: clientReturnToken,
      product_id: activationProduct,
      deceased_user_id: legacy.user_id,
      trusted_contact_id: legacy.trusted_contact_id,
      initiator_user_id: initiatorId,
    },
    pin,
  };
}

const tokenBytes = 32;

/** With it, and with nothing else, the return page asks how the payment stands. */
export function createClientReturnToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(tokenBytes));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

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
