import {
  addDays,
  addMonths,
  type Day,
  dayOfMonthOf,
  daysBetween,
  startOfMoscowDay,
} from '@zavet/contract/days';
import {
  freePlanMb,
  isBoughtPlan,
  type PlanId,
  type PlanPeriod,
  type PlanProduct,
  type ProductFacts,
  planCatalogue,
  planPeriods,
  type StoragePlan,
} from '@zavet/contract/plans/plan-catalogue';
import type { OfferKind } from '@zavet/contract/plans/plan-endpoints';

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
}

export const freePlan: PlanState = {
  plan: 'free',
  limit_mb: freePlanMb,
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
};

export interface Offer {
  plan_id: PlanProduct;
  kind: OfferKind;
  amount_kopecks: number;
  valid_until: Day;
}

const kopecksPerRuble = 100;
const monthsOf: Record<PlanPeriod, number> = { monthly: 1, yearly: 12 };

/** One offer for every product, in the order of the catalogue. */
export function offersFor(state: PlanState, today: Day): Offer[] {
  return planCatalogue.flatMap((plan) =>
    planPeriods.map((period) => offerOf(state, { plan, period, price: plan[period] }, today)),
  );
}

export function offerOf(state: PlanState, product: ProductFacts, today: Day): Offer {
  const unused = unusedKopecks(state, today);
  return {
    plan_id: product.price.plan_id,
    kind: kindOf(state, product, unused, today),
    amount_kopecks: topUp(priceKopecks(product), unused),
    valid_until: periodEnd(today, product.period, dayOfMonthOf(today)),
  };
}

function kindOf(state: PlanState, product: ProductFacts, unused: number, today: Day): OfferKind {
  const { plan, period } = product;
  const isSame = state.plan === plan.id;
  if (isSame && !isRunning(state, today)) return 'buy';
  if (isSame && (state.period === period || period === 'monthly')) return 'current';
  if (isSame) return 'to_yearly';
  if (plan.storage_mb <= state.limit_mb) return 'smaller';
  if (unused > priceKopecks(product)) return 'worth_more';
  return isRunning(state, today) ? 'upgrade' : 'buy';
}

const payableKinds: readonly OfferKind[] = ['buy', 'upgrade', 'to_yearly'];

export function isPayable(kind: OfferKind): boolean {
  return payableKinds.includes(kind);
}

export function isBought(state: PlanState): boolean {
  return isBoughtPlan(state.plan);
}

/** Whether a bought period is under way; on its last day, `valid_until`, it is over. */
function isRunning(state: PlanState, today: Day): boolean {
  return isBoughtPlan(state.plan) && state.valid_until !== null && today < state.valid_until;
}

/** What the rest of the running period is worth, by whole days. Not rounded yet. */
export function unusedKopecks(state: PlanState, today: Day): number {
  const { valid_until, price_kopecks, paid_days } = state;
  if (!isRunning(state, today) || !valid_until || !price_kopecks || !paid_days) return 0;
  // Days that were given for nothing do not make the paid ones worth less.
  return (price_kopecks * Math.min(paid_days, daysBetween(today, valid_until))) / paid_days;
}

/** Half rubles go up; nothing is free. */
function topUp(price: number, unused: number): number {
  const rubles = Math.floor((price - unused) / kopecksPerRuble + 0.5);
  return Math.max(1, rubles) * kopecksPerRuble;
}

export function priceKopecks({ price }: ProductFacts): number {
  return price.amount * kopecksPerRuble;
}

/** The plan after a purchase: a new period begins today, whatever ran before. */
export function afterPurchase(product: ProductFacts, today: Day, autoRenewal: boolean): PlanState {
  return {
    ...freePlan,
    plan: product.plan.id,
    limit_mb: product.plan.storage_mb,
    auto_renewal: autoRenewal,
    ...periodOf(product, today, dayOfMonthOf(today)),
  };
}

function periodOf(product: ProductFacts, from: Day, renewal_day: number) {
  const valid_until = periodEnd(from, product.period, renewal_day);
  return {
    period: product.period,
    period_from: from,
    valid_until,
    renewal_day,
    price_kopecks: priceKopecks(product),
    paid_days: daysBetween(from, valid_until),
  };
}

/**
 * The plan after a renewal: the next period joins the last one without a gap. After a standstill
 * that was longer than the days of the tries it begins today: nobody pays for days gone by.
 */
export function afterRenewal(state: PlanState, product: ProductFacts, today: Day): PlanState {
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
  if (!isBoughtPlan(state.plan) || !state.period) throw new Error('Only a bought plan runs out.');
  return {
    ...freePlan,
    plan: 'free_expired',
    former_plan: state.plan,
    former_period: state.period,
    expired_on: today,
    grace_until: addDays(today, graceDays),
  };
}

const graceDays = 30;
const renewalTries = 4;

export type RenewalStep =
  | { step: 'none' }
  | { step: 'try' }
  | { step: 'wait'; until: Day }
  | { step: 'lapse' };

/** What was tried to renew the period that is ending. */
export interface RenewalTries {
  /** `foreign`: a card that only another provider could charge. */
  method: 'own' | 'foreign' | 'none';
  declined: number;
  last_tried_on: Day | null;
}

/** What is to be done today about the end of a period: a try a day, also after days of standstill. */
export function renewalStep(state: PlanState, tries: RenewalTries, today: Day): RenewalStep {
  const { plan, valid_until } = state;
  if (!isBoughtPlan(plan) || !valid_until || today < valid_until) return { step: 'none' };
  const isOver = !state.auto_renewal || tries.method === 'none' || tries.declined >= renewalTries;
  if (isOver) return { step: 'lapse' };
  if (tries.method === 'foreign') {
    const end = addDays(valid_until, renewalTries);
    return today < end ? { step: 'wait', until: end } : { step: 'lapse' };
  }
  const until = tries.last_tried_on ? addDays(tries.last_tried_on, 1) : valid_until;
  return today < until ? { step: 'wait', until } : { step: 'try' };
}

const warningDays = [1, 7, 14] as const;
export const firstWarningDays = 14;
export const lastWarningDays = 1;
const warningRepeatDays = 3;

export type GraceStep =
  | { step: 'none' }
  | { step: 'warn'; warned: number; grace_until: Day }
  | { step: 'remove' };

/** What is to be done today about files above the limit. Nothing is removed without the last warning. */
export function graceStep(state: PlanState, today: Day): GraceStep {
  const { grace_until, grace_warned, grace_notified_on } = state;
  if (!grace_until) return { step: 'none' };
  const left = daysBetween(today, grace_until);
  if (grace_warned === warningDays[0]) {
    const isNotified = grace_notified_on !== null && daysBetween(grace_notified_on, today) >= 1;
    if (left <= 0 && isNotified) return { step: 'remove' };
    // No mail server took it for days: it is written once more.
    const isLost = grace_notified_on === null && left <= -warningRepeatDays;
    return isLost
      ? { step: 'warn', warned: warningDays[0], grace_until: addDays(today, 1) }
      : { step: 'none' };
  }
  const due = warningDays.find((days) => left <= days);
  if (due === undefined || (grace_warned !== null && grace_warned <= due)) return { step: 'none' };
  // Whoever could not be warned in time gets the day that the last warning promises.
  return { step: 'warn', warned: due, grace_until: left >= 1 ? grace_until : addDays(today, 1) };
}

/** Outages up to this long extend the plan; longer ones are refunded. */
const longestExtensionDays = 30;
const dayMs = 24 * 60 * 60 * 1000;

/** Whether an outage is made good with money instead of days. */
export function isLongOutage(began: Date, ended: Date): boolean {
  return ended.getTime() - began.getTime() > longestExtensionDays * dayMs;
}

/** A period that was paid for; `until` is earlier where another took its place. */
export interface PaidPeriod {
  period_from: Day;
  until: Day;
  price_kopecks: number;
  paid_days: number;
}

/** How many days of a period an outage took, begun days counted whole. */
export function lostDays({ period_from, until }: PaidPeriod, began: Date, ended: Date): number {
  const from = Math.max(began.getTime(), startOfMoscowDay(period_from).getTime());
  const to = Math.min(ended.getTime(), startOfMoscowDay(until).getTime());
  return Math.max(0, Math.ceil((to - from) / dayMs));
}

/** What so many lost days of a period had cost, to the ruble. */
export function lostKopecks({ price_kopecks, paid_days }: PaidPeriod, days: number): number {
  const share = (price_kopecks * Math.min(days, paid_days)) / paid_days;
  return Math.floor(share / kopecksPerRuble + 0.5) * kopecksPerRuble;
}

/** The plan with so many days given for nothing; one that ran out meanwhile runs again. */
export function afterOutage(state: PlanState, days: number, today: Day): PlanState {
  if (state.valid_until) {
    const valid_until = addDays(state.valid_until, days);
    return { ...state, valid_until, renewal_day: dayOfMonthOf(valid_until) };
  }
  const plan = planCatalogue.find(({ id }) => id === state.former_plan);
  if (!plan || !state.former_period) return state;
  const valid_until = addDays(today, days);
  return {
    ...freePlan,
    plan: plan.id,
    limit_mb: plan.storage_mb,
    period: state.former_period,
    period_from: today,
    valid_until,
    renewal_day: dayOfMonthOf(valid_until),
  };
}
