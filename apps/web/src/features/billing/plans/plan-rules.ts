import type { PaymentInput, PaymentView } from '@zavet/contract/billing/payment-endpoints';
import {
  type PlanId,
  type PlanPeriod,
  type PlanProduct,
  type ProductDetails,
  productOf,
} from '@zavet/contract/billing/plan-catalogue';
import type { OfferKind, PlanOffer, PlanView } from '@zavet/contract/billing/plan-endpoints';

export function offerOf(view: PlanView, product: PlanProduct): PlanOffer | undefined {
  return view.offers.find((offer) => offer.plan_id === product);
}

/**
 * True if the offer can be bought. Otherwise its button is disabled and a note gives the reason.
 */
export function isPayable(kind: OfferKind): boolean {
  switch (kind) {
    case 'buy':
    case 'upgrade':
    case 'to_yearly':
      return true;
    case 'current':
    case 'smaller':
    case 'worth_more':
      return false;
  }
}

/** Deduction from the list price for the rest of the current period, in rubles. */
export function deductionOf({ price, amount }: PlanOffer): number {
  return Math.max(0, price - amount);
}

type OfferNote =
  | 'deduction'
  | 'otherPeriod'
  | 'smaller'
  | 'smallerThanCustom'
  | 'worthMore'
  | 'worthMoreThanMonth';

export function noteOf(offer: PlanOffer, view: PlanView): OfferNote | undefined {
  const { period } = productDetailsOf(offer.plan_id);
  switch (offer.kind) {
    case 'buy':
    case 'upgrade':
    case 'to_yearly':
      return deductionOf(offer) > 0 ? 'deduction' : undefined;
    case 'current':
      return period === view.period ? undefined : 'otherPeriod';
    case 'smaller':
      return view.plan === 'custom' ? 'smallerThanCustom' : 'smaller';
    case 'worth_more':
      return period === 'monthly' ? 'worthMoreThanMonth' : 'worthMore';
  }
}

/** Monthly and yearly price of a plan; undefined if it is not offered. */
export function pricesOf(view: PlanView, plan: PlanId): Record<PlanPeriod, number> | undefined {
  const monthly = offerOf(view, productId(plan, 'monthly'));
  const yearly = offerOf(view, productId(plan, 'yearly'));
  return monthly && yearly && { monthly: monthly.price, yearly: yearly.price };
}

/** The offer to buy the expired plan again, with the same period. */
export function restoringOffer(view: PlanView): PlanOffer | undefined {
  const { expired } = view;
  const offer = expired ? offerOf(view, productId(expired.plan, expired.period)) : undefined;
  return offer && isPayable(offer.kind) ? offer : undefined;
}

export function productId(plan: PlanId, period: PlanPeriod): PlanProduct {
  return `${plan}_${period}`;
}

/** Plan and period of a product of the catalogue. */
export function productDetailsOf(product: PlanProduct): ProductDetails {
  const details = productOf(product);
  if (!details) throw new Error(`${product} is not in the catalogue.`);
  return details;
}

/** After this time, a pending payment counts as abandoned and is no longer polled. */
const abandonedAfterMs = 10 * 60 * 1000;

export function isInProgress({ status, created_at }: PaymentView, nowMs: number): boolean {
  return status === 'pending' && nowMs - Date.parse(created_at) < abandonedAfterMs;
}

export function pendingIds(payments: readonly PaymentView[]): string {
  return payments
    .filter(({ status }) => status === 'pending')
    .map(({ id }) => id)
    .join();
}

interface Purchase {
  offer: PlanOffer;
  userId: string;
  description: string;
  origin: string;
}

export function paymentInputOf({ offer, userId, description, origin }: Purchase): PaymentInput {
  const { plan_id, amount } = offer;
  const returnQuery = new URLSearchParams({ plan_id, period: productDetailsOf(plan_id).period });
  return {
    amount,
    currency: 'RUB',
    plan_id,
    user_id: userId,
    description,
    return_url: `${origin}/yookassa-return?${returnQuery}`,
  };
}
