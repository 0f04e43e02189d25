import {
  isCataloguePlan,
  type PlanId,
  type PlanPeriod,
  type PriceList,
  type ProductDetails,
  priceOf,
  type StoragePlan,
} from '@zavet/contract/billing/plan-catalogue';
import { addDays, addMonths, type Day, dayOfMonthOf, daysBetween } from '@zavet/contract/days';
import { limits } from '@zavet/contract/limits';
import { serviceTerms } from '@zavet/contract/service-terms';

/** The plan of an owner. Period fields are null if no period runs. */
export interface PlanState {
  plan: StoragePlan;
  limit_mb: number;
  period: PlanPeriod | null;
  period_from: Day | null;
  /** The first day that is not paid for. */
  valid_until: Day | null;
  /** Day of the month on which periods end, kept through shorter months. */
  renewal_day: number | null;
  /** The full price of the running period, and its number of days. */
  price_kopecks: number | null;
  paid_days: number | null;
  auto_renewal: boolean;
  /** The lapsed plan, while the plan is `free_expired`. */
  former_plan: PlanId | null;
  former_period: PlanPeriod | null;
  expired_on: Day | null;
  /** The day on which files above the limit are removed. */
  grace_until: Day | null;
  /** The latest warning sent, as its number of days before the removal. */
  grace_warned: number | null;
  /** Day on which the mail server accepted the last warning. */
  grace_notified_on: Day | null;
  /** Day on which the owner's mail server refused the last warning; null once one is accepted. */
  grace_refused_on: Day | null;
  /** Day since which files are kept only because no contact is reachable. */
  grace_unnotified_since: Day | null;
}

export const freePlan: PlanState = {
  plan: 'free',
  limit_mb: limits.freeStorageMb,
  period: null,
  period_from: null,
  valid_until: null,
  renewal_day: null,
  price_kopecks: null,
  paid_days: null,
  auto_renewal: false,
  former_plan: null,
  former_period: null,
  expired_on: null,
  grace_until: null,
  grace_warned: null,
  grace_notified_on: null,
  grace_refused_on: null,
  grace_unnotified_since: null,
};

export const kopecksPerRuble = 100;

const monthsOf: Record<PlanPeriod, number> = { monthly: 1, yearly: 12 };

export function isBought(state: PlanState): boolean {
  return isCataloguePlan(state.plan);
}

/** `valid_until` itself is not part of the period. */
export function isRunning(state: PlanState, today: Day): boolean {
  return isCataloguePlan(state.plan) && state.valid_until !== null && today < state.valid_until;
}

export interface PricedProduct extends ProductDetails {
  price_kopecks: number;
}

export function withPrice(prices: PriceList, product: ProductDetails): PricedProduct {
  return { ...product, price_kopecks: priceOf(prices, product) * kopecksPerRuble };
}

/** A purchase starts a new period today and replaces the running one. */
export function planAfterPurchase(
  product: PricedProduct,
  today: Day,
  autoRenewal: boolean,
): PlanState {
  return {
    ...freePlan,
    plan: product.plan.id,
    limit_mb: product.plan.storage_mb,
    auto_renewal: autoRenewal,
    ...periodOf(product, today, dayOfMonthOf(today)),
  };
}

function periodOf(product: PricedProduct, from: Day, renewal_day: number) {
  const valid_until = periodEnd(from, product.period, renewal_day);
  return {
    period: product.period,
    period_from: from,
    valid_until,
    renewal_day,
    price_kopecks: product.price_kopecks,
    paid_days: daysBetween(from, valid_until),
  };
}

/**
 * The next period follows the last one without a gap. If all attempts are overdue after downtime,
 * it starts today, so that past days are not charged.
 */
export function planAfterRenewal(state: PlanState, product: PricedProduct, today: Day): PlanState {
  if (!state.valid_until) throw new Error('Only a plan with an end is renewed.');
  const isLate = daysBetween(state.valid_until, today) > maxRenewalAttempts;
  const from = isLate ? today : state.valid_until;
  const renewalDay = isLate ? dayOfMonthOf(today) : (state.renewal_day ?? dayOfMonthOf(from));
  return { ...state, ...periodOf(product, from, renewalDay) };
}

function periodEnd(from: Day, period: PlanPeriod, dayOfMonth: number): Day {
  return addMonths(from, monthsOf[period], dayOfMonth);
}

/** The plan after its period has ended without a renewal. */
export function planAfterLapse(state: PlanState, today: Day): PlanState {
  const isBoughtPeriod = isCataloguePlan(state.plan) && state.period !== null;
  if (!isBoughtPeriod && state.plan !== 'custom') throw new Error('Only a bought plan can lapse.');
  return {
    ...freePlan,
    plan: 'free_expired',
    former_plan: isCataloguePlan(state.plan) ? state.plan : null,
    former_period: state.period,
    expired_on: today,
    grace_until: addDays(today, serviceTerms.overLimitDays),
  };
}

/** The first attempt at the end of the period, then daily ones. */
const maxRenewalAttempts = 1 + serviceTerms.renewalTryDays;

type RenewalStep =
  | { step: 'none' }
  | { step: 'attempt' }
  | { step: 'wait'; until: Day }
  | { step: 'lapse' };

/** Attempts to renew the ending period. */
interface RenewalAttempts {
  /** `foreign`: only another provider can charge the card. */
  method: 'own' | 'foreign' | 'none';
  declined: number;
  last_attempt_on: Day | null;
}

/** Decides about the end of a period: one attempt per day, also after downtime. */
export function renewalStep(state: PlanState, attempts: RenewalAttempts, today: Day): RenewalStep {
  const { plan, valid_until } = state;
  if (!valid_until || today < valid_until) return { step: 'none' };
  // Custom plans are never charged.
  if (plan === 'custom') return { step: 'lapse' };
  if (!isCataloguePlan(plan)) return { step: 'none' };
  const isOver =
    !state.auto_renewal || attempts.method === 'none' || attempts.declined >= maxRenewalAttempts;
  if (isOver) return { step: 'lapse' };
  if (attempts.method === 'foreign') {
    const end = addDays(valid_until, maxRenewalAttempts);
    return today < end ? { step: 'wait', until: end } : { step: 'lapse' };
  }
  const until = attempts.last_attempt_on ? addDays(attempts.last_attempt_on, 1) : valid_until;
  return today < until ? { step: 'wait', until } : { step: 'attempt' };
}

/** A notice to the owner about the end of a period. */
export interface PeriodNotice {
  /** The announced charge; 0 if nothing is charged and the plan ends. */
  amount_kopecks: number;
  enqueued_on: Day;
  /** Day on which a mail server accepted the mail. */
  accepted_on: Day | null;
  /** Day on which a mail server refused the address. */
  refused_on: Day | null;
}

/** A notice is due some days before the end, and again daily until a mail server accepts it. */
export function isNoticeDue(
  state: PlanState,
  amountKopecks: number,
  last: PeriodNotice | undefined,
  today: Day,
): boolean {
  const { valid_until, period } = state;
  if (!isBought(state) || !valid_until || !period) return false;
  if (today < addDays(valid_until, -serviceTerms.periodNoticeDays[period])) return false;
  // The mail about the expired plan replaces this notice.
  if (amountKopecks === 0 && today >= valid_until) return false;
  if (!last) return true;
  return last.accepted_on === null && last.enqueued_on < today;
}

/** The day of the charge, for a notice accepted on the given day. */
export function chargeDay(validUntil: Day, acceptedOn: Day): Day {
  const earliest = addDays(acceptedOn, serviceTerms.lateNoticeDays);
  return earliest > validUntil ? earliest : validUntil;
}

/**
 * Never charges before a mail server has accepted the notice. `unreachable`: the notice was
 * refused, and the charge can be postponed no further.
 */
export function chargeDecision(
  validUntil: Day,
  notice: PeriodNotice | undefined,
  today: Day,
): 'charge' | 'wait' | 'unreachable' {
  if (notice?.accepted_on) {
    return today >= chargeDay(validUntil, notice.accepted_on) ? 'charge' : 'wait';
  }
  const end = addDays(validUntil, serviceTerms.unreachedRenewalDays);
  return notice?.refused_on && today >= end ? 'unreachable' : 'wait';
}
