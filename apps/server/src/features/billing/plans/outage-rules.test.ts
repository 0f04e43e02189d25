import { describe, expect, it } from 'vitest';
import { bought, product } from '../../../../test/plan-states.ts';
import { unusedKopecks } from './offer-rules.ts';
import {
  extensionFor,
  isLongOutage,
  lostDays,
  lostKopecks,
  outageProblem,
  owedKopecks,
  planAfterOutage,
} from './outage-rules.ts';
import { freePlan, planAfterLapse, planAfterRenewal } from './plan-rules.ts';

const ruble = 100;

describe('an outage', () => {
  const from = new Date('2026-02-01T10:00:00Z');
  const days = (count: number) => new Date(from.getTime() + count * 86_400_000);
  const period = (period_from: string, until: string) => ({
    period_from,
    until,
    price_kopecks: 3000 * ruble,
    paid_days: 365,
  });
  const year = period('2026-01-01', '2027-01-01');

  it('is compensated with days up to 30 days, with money beyond', () => {
    expect([29, 30, 31].map((count) => isLongOutage(from, days(count)))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('counts started days as whole days, and only days of a period', () => {
    expect(lostDays(year, from, days(2.1))).toBe(3);
    expect(lostDays(period('2026-02-03', '2026-03-03'), from, days(4))).toBe(3);
    expect(lostDays(period('2026-01-01', '2026-02-03'), from, days(40))).toBe(2);
    expect(lostDays(period('2025-01-01', '2026-01-01'), from, days(4))).toBe(0);
  });

  it('is refunded by the day, never more than the price of the period', () => {
    expect(lostKopecks(year, 73)).toBe(600 * ruble);
    expect(lostKopecks(year, 4000)).toBe(3000 * ruble);
  });

  it('is refused if it ends before its start or in the future, or is longer than a year', () => {
    expect(outageProblem(from, days(1), days(1))).toBeUndefined();
    expect(outageProblem(from, from, days(1))).toBe('outage_ends_before');
    expect(outageProblem(from, days(-1), days(1))).toBe('outage_ends_before');
    expect(outageProblem(from, days(1), days(0.9))).toBe('outage_in_future');
    expect(outageProblem(from, days(366), days(400))).toBeUndefined();
    expect(outageProblem(from, days(367), days(400))).toBe('outage_too_long');
  });

  it('extends the plan by the most days lost in a period, and owes money for a long one', () => {
    const outage = { started_at: from, ended_at: days(3) };
    const plan = bought('storage_300_monthly');
    const endedPeriod = period('2025-01-01', '2026-01-01');
    expect(extensionFor(plan, [endedPeriod, year], outage, '2026-02-10')).toMatchObject({
      days: 3,
      valid_until: '2026-03-03',
    });
    expect(extensionFor(plan, [endedPeriod], outage, '2026-02-10')).toBeUndefined();
    expect(extensionFor(freePlan, [year], outage, '2026-02-10')).toBeUndefined();
    expect(owedKopecks(year, { started_at: from, ended_at: days(73) })).toBe(600 * ruble);
  });

  it('extends a running plan, and restarts a plan that has lapsed meanwhile', () => {
    const state = planAfterOutage(bought('storage_300_monthly'), 3, '2026-02-10');
    expect(state.valid_until).toBe('2026-03-03');
    const renewed = planAfterRenewal(state, product('storage_300_monthly'), '2026-03-03');
    expect(renewed.valid_until).toBe('2026-04-03');
    const lapsed = planAfterLapse(bought('storage_300_monthly'), '2026-02-28');
    expect(planAfterOutage(lapsed, 5, '2026-03-01')).toMatchObject({
      plan: 'storage_300',
      limit_mb: 300,
      valid_until: '2026-03-06',
      auto_renewal: false,
    });
  });

  it('restarts exactly the lapsed plan', () => {
    const lapsed = planAfterLapse(bought('storage_1024_yearly'), '2027-01-31');
    expect(planAfterOutage(lapsed, 5, '2027-02-01')).toMatchObject({
      plan: 'storage_1024',
      limit_mb: 1024,
      period: 'yearly',
    });
  });

  it('changes nothing for an owner without a purchase', () => {
    expect(planAfterOutage(freePlan, 5, '2026-03-01')).toBe(freePlan);
    const unknown = { ...freePlan, former_period: 'monthly' as const };
    expect(planAfterOutage(unknown, 5, '2026-03-01')).toBe(unknown);
    const endless = { ...freePlan, former_plan: 'storage_300' as const };
    expect(planAfterOutage(endless, 5, '2026-03-01')).toBe(endless);
  });

  it('does not reduce the value of the paid days', () => {
    const state = bought('storage_300_monthly', '2026-03-01');
    expect(unusedKopecks(planAfterOutage(state, 15, '2026-03-10'), '2026-03-20')).toBeCloseTo(
      (300 * ruble * 27) / 31,
      6,
    );
  });
});
