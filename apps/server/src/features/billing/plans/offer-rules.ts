import {
  type CataloguePlan,
  type PlanProduct,
  type PriceList,
  type ProductDetails,
  planCatalogue,
  productDetails,
} from '@zavet/contract/billing/plan-catalogue';
import type { OfferKind } from '@zavet/contract/billing/plan-endpoints';
import { type Day, daysBetween } from '@zavet/contract/days';
import { bytesPerMb } from '@zavet/contract/vault/file-rules';
import {
  isRunning,
  kopecksPerRuble,
  type PlanState,
  type PricedProduct,
  planAfterPurchase,
  withPrice,
} from './plan-rules.ts';

interface Offer {
  plan_id: PlanProduct;
  kind: OfferKind;
  /** The full price of the product. */
  price_kopecks: number;
  /** The amount due today. */
  amount_kopecks: number;
  valid_until: Day;
}

/** One offer per product, in the order of the catalogue. */
export function offersFor(state: PlanState, prices: PriceList, today: Day): Offer[] {
  return productDetails.map((product) => offerOf(state, withPrice(prices, product), today));
}

export function offerOf(state: PlanState, product: PricedProduct, today: Day): Offer {
  const unused = unusedKopecks(state, today);
  return {
    plan_id: product.plan_id,
    kind: kindOf(state, product, unused, today),
    price_kopecks: product.price_kopecks,
    amount_kopecks: amountDue(product.price_kopecks, unused),
    valid_until: planAfterPurchase(product, today, false).valid_until ?? today,
  };
}

function kindOf(state: PlanState, product: PricedProduct, unused: number, today: Day): OfferKind {
  const { plan, period } = product;
  const isSame = state.plan === plan.id;
  if (isSame && !isRunning(state, today)) return 'buy';
  if (isSame && (state.period === period || period === 'monthly')) return 'current';
  if (isSame) return 'to_yearly';
  if (plan.storage_mb <= state.limit_mb) return 'smaller';
  if (unused > product.price_kopecks) return 'worth_more';
  return isRunning(state, today) ? 'upgrade' : 'buy';
}

const payableKinds: readonly OfferKind[] = ['buy', 'upgrade', 'to_yearly'];

export function isPayable(kind: OfferKind): boolean {
  return payableKinds.includes(kind);
}

/** The value of the remaining days, not rounded. */
export function unusedKopecks(state: PlanState, today: Day): number {
  const { valid_until, price_kopecks, paid_days } = state;
  if (!isRunning(state, today) || !valid_until || !price_kopecks || !paid_days) return 0;
  // Compensated days do not reduce the value of the paid ones.
  return (price_kopecks * Math.min(paid_days, daysBetween(today, valid_until))) / paid_days;
}

/** Rounds half rubles up, to at least one ruble. */
function amountDue(price: number, unused: number): number {
  const rubles = Math.floor((price - unused) / kopecksPerRuble + 0.5);
  return Math.max(1, rubles) * kopecksPerRuble;
}

/** Contacts can pay from the first warning on, while files are above the limit. */
export function canContactsPay(state: PlanState, usedBytes: number): boolean {
  return (
    state.plan === 'free_expired' &&
    state.grace_until !== null &&
    state.grace_warned !== null &&
    usedBytes > state.limit_mb * bytesPerMb
  );
}

/**
 * The monthly and yearly products of the former plan or, if the files exceed it, of the smallest
 * plan that holds them.
 */
export function giftProducts(state: PlanState, usedBytes: number): ProductDetails[] {
  const plan = giftPlan(state, usedBytes);
  return productDetails.filter((product) => product.plan === plan);
}

function giftPlan({ former_plan }: PlanState, usedBytes: number): CataloguePlan | undefined {
  const holds = ({ storage_mb }: CataloguePlan) => usedBytes <= storage_mb * bytesPerMb;
  const former = planCatalogue.find(({ id }) => id === former_plan);
  return former && holds(former) ? former : (planCatalogue.find(holds) ?? planCatalogue.at(-1));
}

interface GiftConditions {
  /** The version of the quoted plan. */
  basis: number;
  isContact: boolean;
  /** The quotation has expired. */
  isStale: boolean;
}

/** The reason to refund a payment for another owner's plan; null if it takes effect. */
export function giftRefundReason(
  state: PlanState & { version: number },
  { basis, isContact, isStale }: GiftConditions,
): 'superseded' | 'contact_removed' | null {
  if (!isContact) return 'contact_removed';
  const isStillLapsed = state.plan === 'free_expired' && state.version === basis;
  return isStillLapsed && !isStale ? null : 'superseded';
}
