import { addDays, daysBetween } from '@zavet/contract/days';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bought } from '../../../../test/plan-states.ts';
import { chargeDay, chargeLeave, isNoticeDue, type PeriodNotice } from './notice-rules.ts';
import { freePlan } from './plan-rules.ts';

const monthly = bought('storage_300_monthly');
const yearly = bought('storage_300_yearly');
const end = '2026-02-28';
const notice = (changes: Partial<PeriodNotice> = {}): PeriodNotice => ({
  amount_kopecks: 30_000,
  ordered_on: '2026-02-25',
  taken_on: null,
  refused_on: null,
  ...changes,
});

describe('the end of a period', () => {
  it.each([
    ['a month', monthly, 3],
    ['a year', yearly, 7],
  ])('of %s is announced so many days ahead, and not sooner', (_, state, days) => {
    const first = addDays(state.valid_until ?? '', -days);
    for (const amount of [30_000, 0]) {
      expect(isNoticeDue(state, amount, undefined, addDays(first, -1))).toBe(false);
      expect(isNoticeDue(state, amount, undefined, first)).toBe(true);
    }
  });

  it('is announced once, and again on another day only while no server took it', () => {
    expect(isNoticeDue(monthly, 30_000, notice({ taken_on: '2026-02-25' }), end)).toBe(false);
    expect(isNoticeDue(monthly, 30_000, notice(), '2026-02-25')).toBe(false);
    expect(isNoticeDue(monthly, 30_000, notice(), '2026-02-26')).toBe(true);
    const refused = notice({ refused_on: '2026-02-25' });
    expect(isNoticeDue(monthly, 30_000, refused, '2026-02-26')).toBe(true);
  });

  it('that has come is announced late where money is to be taken, and not where it is not', () => {
    expect(isNoticeDue(monthly, 30_000, undefined, '2026-03-05')).toBe(true);
    expect(isNoticeDue(monthly, 0, undefined, end)).toBe(false);
  });

  it('of a plan that nobody bought is none', () => {
    expect(isNoticeDue(freePlan, 0, undefined, end)).toBe(false);
    expect(isNoticeDue({ ...monthly, plan: 'free' }, 30_000, undefined, end)).toBe(false);
  });

  it.each(['valid_until', 'period'] as const)('that has no %s is never announced', (missing) => {
    expect(isNoticeDue({ ...monthly, [missing]: null }, 30_000, undefined, end)).toBe(false);
  });
});

describe('money', () => {
  it('is taken on the last day, or a day after a mail that came late', () => {
    expect(chargeDay(end, '2026-02-25')).toBe(end);
    expect(chargeDay(end, '2026-02-27')).toBe(end);
    expect(chargeDay(end, end)).toBe('2026-03-01');
    expect(chargeDay(end, '2026-04-10')).toBe('2026-04-11');
  });

  it('is never taken before a server took the mail, nor on the same day', () => {
    const day = fc.integer({ min: -10, max: 40 }).map((days) => addDays(end, days));
    const some = fc.option(day);
    fc.assert(
      fc.property(day, some, some, (today, taken_on, refused_on) => {
        const leave = chargeLeave(end, notice({ taken_on, refused_on }), today);
        const isAllowed = taken_on !== null && daysBetween(taken_on, today) >= 1 && today >= end;
        expect(leave === 'charge').toBe(isAllowed);
      }),
    );
    expect(chargeLeave(end, undefined, '2026-04-10')).toBe('wait');
    expect(chargeLeave(end, notice({ taken_on: end }), end)).toBe('wait');
  });

  it('is waited with for as long as no server answers, and for a week where the owner’s refuses', () => {
    expect(chargeLeave(end, notice(), '2027-02-28')).toBe('wait');
    const refused = notice({ refused_on: '2026-03-06' });
    expect(chargeLeave(end, refused, '2026-03-06')).toBe('wait');
    expect(chargeLeave(end, refused, '2026-03-07')).toBe('unreachable');
  });
});
