import {
  isBoughtPlan,
  type PlanId,
  type PlanPeriod,
  type PriceList,
  type ProductFacts,
  priceOf,
  type StoragePlan,
} from '@zavet/contract/billing/plan-catalogue';
import { addDays, addMonths, type Day, dayOfMonthOf, daysBetween } from '@zavet/contract/days';
import { limits } from '@zavet/contract/limits';
import { serviceTerms } from '@zavet/contract/service-terms';

/** The plan of an owner. Everything about a period is null where none runs. */
export interface PlanState {
  plan: StoragePlan;
  limit_mb: number;
  period: PlanPeriod | null;
  period_from: Day | null;
  /** The first day that is no longer paid for. */
  valid_until: Day | null;
  /** The day of the month on which periods end, also after a shorter month. */
  renewal_day: number | null;
  /** What the running period costs in full, and for how many days that was. */
  price_kopecks: number | null;
  paid_days: number | null;
  auto_renewal: boolean;
  /** The plan that ran out, while the plan is `free_expired`. */
  former_plan: PlanId | null;
  former_period: PlanPeriod | null;
  expired_on: Day | null;
  /** On this day files above the limit are removed. */
  grace_until: Day | null;
  /** The latest warning before that: so many days ahead. */
  grace_warned: number | null;
  /** When the mail server took the last one. */
  grace_notified_on: Day | null;
  /** When the mail server of the owner refused the last one; null once it took one. */
  grace_refused_on: Day | null;
  /** Since when files are kept only because no mail server takes the contacts' warning. */
  grace_untold_since: Day | null;
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
  grace_untold_since: null,
};

export const kopecksPerRuble = 100;

const monthsOf: Record<PlanPeriod, number> = { monthly: 1, yearly: 12 };

export function isBought(state: PlanState): boolean {
  return isBoughtPlan(state.plan);
}

/** Whether a bought period is under way; on its last day, `valid_until`, it is over. */
export function isRunning(state: PlanState, today: Day): boolean {
  return isBoughtPlan(state.plan) && state.valid_until !== null && today < state.valid_until;
}

/** A product at the price at which somebody buys it. */
export interface PricedProduct extends ProductFacts {
  price_kopecks: number;
}

export function priced(prices: PriceList, product: ProductFacts): PricedProduct {
  return { ...product, price_kopecks: priceOf(prices, product) * kopecksPerRuble };
}

/** The plan after a purchase: a new period begins today, whatever ran before. */
export function afterPurchase(product: PricedProduct, today: Day, autoRenewal: boolean): PlanState {
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
 * The plan after a renewal: the next period joins the last one without a gap. After a standstill
 * that was longer than the days of the tries it begins today: nobody pays for days gone by.
 */
export function afterRenewal(state: PlanState, product: PricedProduct, today: Day): PlanState {
  if (!state.valid_until) throw new Error('Only a plan with an end is renewed.');
  const isLate = daysBetween(state.valid_until, today) > renewalTries;
  const from = isLate ? today : state.valid_until;
  const renewalDay = isLate ? dayOfMonthOf(today) : (state.renewal_day ?? dayOfMonthOf(from));
  return { ...state, ...periodOf(product, from, renewalDay) };
}

function periodEnd(from: Day, period: PlanPeriod, dayOfMonth: number): Day {
  return addMonths(from, monthsOf[period], dayOfMonth);
}

/** The plan after its period, or the last try to renew it, is over. */
export function afterLapse(state: PlanState, today: Day): PlanState {
  const isBoughtPeriod = isBoughtPlan(state.plan) && state.period !== null;
  if (!isBoughtPeriod && state.plan !== 'custom') throw new Error('Only a bought plan runs out.');
  return {
    ...freePlan,
    plan: 'free_expired',
    former_plan: isBoughtPlan(state.plan) ? state.plan : null,
    former_period: state.period,
    expired_on: today,
    grace_until: addDays(today, serviceTerms.overLimitDays),
  };
}

/** Once when the period ends and then daily. */
const renewalTries = 1 + serviceTerms.renewalTryDays;

type RenewalStep =
  | { step: 'none' }
  | { step: 'try' }
  | { step: 'wait'; until: Day }
  | { step: 'lapse' };

/** What was tried to renew the period that is ending. */
interface RenewalTries {
  /** `foreign`: a card that only another provider could charge. */
  method: 'own' | 'foreign' | 'none';
  declined: number;
  last_tried_on: Day | null;
}

/** What is to be done today about the end of a period: a try a day, also after days of standstill. */
export function renewalStep(state: PlanState, tries: RenewalTries, today: Day): RenewalStep {
  const { plan, valid_until } = state;
  if (!valid_until || today < valid_until) return { step: 'none' };
  // A plan that was agreed with the support is never charged for.
  if (plan === 'custom') return { step: 'lapse' };
  if (!isBoughtPlan(plan)) return { step: 'none' };
  const isOver = !state.auto_renewal || tries.method === 'none' || tries.declined >= renewalTries;
  if (isOver) return { step: 'lapse' };
  if (tries.method === 'foreign') {
    const end = addDays(valid_until, renewalTries);
    return today < end ? { step: 'wait', until: end } : { step: 'lapse' };
  }
  const until = tries.last_tried_on ? addDays(tries.last_tried_on, 1) : valid_until;
  return today < until ? { step: 'wait', until } : { step: 'try' };
}

/** What an owner was told about the end of a period. */
export interface PeriodNotice {
  /** 0: nothing will be charged, the plan ends. */
  amount_kopecks: number;
  ordered_on: Day;
  /** When a mail server took it. */
  taken_on: Day | null;
  /** When one refused it for this address. */
  refused_on: Day | null;
}

/** Whether a notice about the end of this period has to be written today. */
export function isNoticeDue(
  state: PlanState,
  amountKopecks: number,
  last: PeriodNotice | undefined,
  today: Day,
): boolean {
  const { valid_until, period } = state;
  if (!isBought(state) || !valid_until || !period) return false;
  if (today < addDays(valid_until, -serviceTerms.periodNoticeDays[period])) return false;
  // An end that has come is told by its own mail.
  if (amountKopecks === 0 && today >= valid_until) return false;
  if (!last) return true;
  return last.taken_on === null && last.ordered_on < today;
}

/** The day on which the card is charged, where the notice was taken on this day. */
export function chargeDay(validUntil: Day, takenOn: Day): Day {
  const earliest = addDays(takenOn, serviceTerms.lateNoticeDays);
  return earliest > validUntil ? earliest : validUntil;
}

/**
 * Whether a period that is over may be charged for: never before a mail server has taken the
 * notice. `unreachable`: it was refused until the days of waiting were over.
 */
export function chargeDecision(
  validUntil: Day,
  notice: PeriodNotice | undefined,
  today: Day,
): 'charge' | 'wait' | 'unreachable' {
  if (notice?.taken_on) {
    return today >= chargeDay(validUntil, notice.taken_on) ? 'charge' : 'wait';
  }
  const end = addDays(validUntil, serviceTerms.unreachedRenewalDays);
  return notice?.refused_on && today >= end ? 'unreachable' : 'wait';
}
