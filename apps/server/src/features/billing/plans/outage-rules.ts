import { planCatalogue } from '@zavet/contract/billing/plan-catalogue';
import { addDays, type Day, dayOfMonthOf, startOfMoscowDay } from '@zavet/contract/days';
import { serviceTerms } from '@zavet/contract/service-terms';
import { freePlan, kopecksPerRuble, type PlanState } from './plan-rules.ts';

export interface OutageTime {
  started_at: Date;
  ended_at: Date;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Long outages are compensated with money, short ones with days. */
export function isLongOutage(start: Date, end: Date): boolean {
  return end.getTime() - start.getTime() > serviceTerms.outageExtensionDays * dayMs;
}

/** A paid period; `until` is earlier if another period replaced it. */
export interface PaidPeriod {
  period_from: Day;
  until: Day;
  price_kopecks: number;
  paid_days: number;
}

/** Days of a period within an outage. Started days count as whole days. */
export function lostDays({ period_from, until }: PaidPeriod, start: Date, end: Date): number {
  const from = Math.max(start.getTime(), startOfMoscowDay(period_from).getTime());
  const to = Math.min(end.getTime(), startOfMoscowDay(until).getTime());
  return Math.max(0, Math.ceil((to - from) / dayMs));
}

/** The price of the lost days, rounded to rubles. */
export function lostKopecks({ price_kopecks, paid_days }: PaidPeriod, days: number): number {
  const share = (price_kopecks * Math.min(days, paid_days)) / paid_days;
  return Math.floor(share / kopecksPerRuble + 0.5) * kopecksPerRuble;
}

/** The plan extended by the given days; a lapsed plan runs again for these days. */
export function planAfterOutage(state: PlanState, days: number, today: Day): PlanState {
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

export type OutageProblem = 'outage_ends_before' | 'outage_in_future' | 'outage_too_long';

/** A longer outage is presumably a typing error, which would refund all owners. */
const maxDurationMs = 366 * dayMs;

/** The reason to refuse an outage. */
export function outageProblem(start: Date, end: Date, now: Date): OutageProblem | undefined {
  const length = end.getTime() - start.getTime();
  if (length <= 0) return 'outage_ends_before';
  if (end > now) return 'outage_in_future';
  return length > maxDurationMs ? 'outage_too_long' : undefined;
}

/** Extends a plan by the length of a short outage; undefined if nothing is extended. */
export function extensionFor(
  plan: PlanState,
  periods: readonly PaidPeriod[],
  { started_at, ended_at }: OutageTime,
  today: Day,
): { days: number; next: PlanState; valid_until: Day } | undefined {
  const days = Math.max(0, ...periods.map((period) => lostDays(period, started_at, ended_at)));
  const next = planAfterOutage(plan, days, today);
  const { valid_until } = next;
  return days > 0 && valid_until ? { days, next, valid_until } : undefined;
}

/** The refund for a period after a long outage. */
export function owedKopecks(period: PaidPeriod, { started_at, ended_at }: OutageTime): number {
  return lostKopecks(period, lostDays(period, started_at, ended_at));
}
