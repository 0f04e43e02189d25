import { giftReturnType } from '@zavet/contract/billing/plan-catalogue';
import type { GiftInput, LapsingPlan } from '@zavet/contract/billing/plan-endpoints';
import type { ActivationInput, LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { activationProduct } from '@zavet/contract/protocol/protocol-values';

interface ActivationOptions {
  legacy: Pick<LegacyView, 'user_id' | 'trusted_contact_id' | 'activation_price'>;
  initiatorId: string;
  /** Undefined if the owner set no PIN. */
  pin: string | undefined;
  clientReturnToken: string;
  origin: string;
}

export function activationInputOf(options: ActivationOptions): ActivationInput {
  const { legacy, initiatorId, pin, clientReturnToken, origin } = options;
  const returnQuery = new URLSearchParams({
    type: activationProduct,
    deceased_user_id: legacy.user_id,
    crt: clientReturnToken,
  });
  return {
    product_id: activationProduct,
    amount: legacy.activation_price,
    return_url: `${origin}/yookassa-return?${returnQuery}`,
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

/** Creates a random token, the only credential with which the return page queries the payment. */
export function createClientReturnToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(tokenBytes));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

interface GiftOptions {
  plan: Pick<LapsingPlan, 'user_id' | 'trusted_contact_id'>;
  offer: Pick<LapsingPlan['offers'][number], 'plan_id' | 'amount'>;
  clientReturnToken: string;
  origin: string;
}

export function giftInputOf({ plan, offer, clientReturnToken, origin }: GiftOptions): GiftInput {
  const returnQuery = new URLSearchParams({ type: giftReturnType, crt: clientReturnToken });
  return {
    owner_id: plan.user_id,
    trusted_contact_id: plan.trusted_contact_id,
    plan_id: offer.plan_id,
    amount: offer.amount,
    return_url: `${origin}/yookassa-return?${returnQuery}`,
    client_return_token: clientReturnToken,
  };
}
