import type { PlanId, PlanPeriod, PlanProduct } from '@zavet/contract/billing/plan-catalogue';
import type { OfferKind, PlanOffer, PlanView } from '@zavet/contract/billing/plan-endpoints';
import { factsOf, productId } from './product-facts.ts';

export function offerOf(view: PlanView, product: PlanProduct): PlanOffer | undefined {
  return view.offers.find((offer) => offer.plan_id === product);
}

/** Whether an offer's button leads to a payment; otherwise it is there to say why not. */
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

/** What the rest of the running period takes off the list price, in rubles. */
export function deductionOf({ price, amount }: PlanOffer): number {
  return Math.max(0, price - amount);
}

export type OfferNote =
  | 'deduction'
  | 'otherPeriod'
  | 'smaller'
  | 'smallerThanCustom'
  | 'worthMore'
  | 'worthMoreThanMonth';

/** The one sentence that an offer needs beside its price. */
export function noteOf(offer: PlanOffer, view: PlanView): OfferNote | undefined {
  const { period } = factsOf(offer.plan_id);
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

/** What a plan costs by the month and by the year; undefined where it is not offered. */
export function pricesOf(view: PlanView, plan: PlanId): Record<PlanPeriod, number> | undefined {
  const monthly = offerOf(view, productId(plan, 'monthly'));
  const yearly = offerOf(view, productId(plan, 'yearly'));
  return monthly && yearly && { monthly: monthly.price, yearly: yearly.price };
}

/** What brings back the plan that ran out, in the period it had. */
export function restoringOffer(view: PlanView): PlanOffer | undefined {
  const { expired } = view;
  const offer = expired ? offerOf(view, productId(expired.plan, expired.period)) : undefined;
  return offer && isPayable(offer.kind) ? offer : undefined;
}
