import { addDays, daysBetween, moscowDay } from '@zavet/contract/days';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bought, product, boughtOn as start } from '../../../../test/plan-states.ts';
import {
  chargeDay,
  chargeDecision,
  freePlan,
  isNoticeDue,
  isRunning,
  type PeriodNotice,
  planAfterLapse,
  planAfterRenewal,
  renewalStep,
} from './plan-rules.ts';

const monthly = bought('storage_300_monthly');

const yearly = bought('storage_300_yearly');

const end = '2026-02-28';

const notice = (changes: Partial<PeriodNotice> = {}): PeriodNotice => ({
  amount_kopecks: 30_000,
  enqueued_on: '2026-02-25',
  accepted_on: null,
  refused_on: null,
  ...changes,
});

describe('the notice about the end of a period', () => {
  it.each([
    ['a month', monthly, 3],
    ['a year', yearly, 7],
  ])('of %s is due some days ahead, and not earlier', (_, state, days) => {
    const first = addDays(state.valid_until ?? '', -days);
    for (const amount of [30_000, 0]) {
      expect(isNoticeDue(state, amount, undefined, addDays(first, -1))).toBe(false);
      expect(isNoticeDue(state, amount, undefined, first)).toBe(true);
    }
  });

  it('is sent once, and again on another day only until a mail server accepts it', () => {
    expect(isNoticeDue(monthly, 30_000, notice({ accepted_on: '2026-02-25' }), end)).toBe(false);
    expect(isNoticeDue(monthly, 30_000, notice(), '2026-02-25')).toBe(false);
    expect(isNoticeDue(monthly, 30_000, notice(), '2026-02-26')).toBe(true);
    const refused = notice({ refused_on: '2026-02-25' });
    expect(isNoticeDue(monthly, 30_000, refused, '2026-02-26')).toBe(true);
  });

  it('is sent after the end only if a charge follows', () => {
    expect(isNoticeDue(monthly, 30_000, undefined, '2026-03-05')).toBe(true);
    expect(isNoticeDue(monthly, 0, undefined, end)).toBe(false);
  });

  it('does not concern plans that were not bought', () => {
    expect(isNoticeDue(freePlan, 0, undefined, end)).toBe(false);
    expect(isNoticeDue({ ...monthly, plan: 'free' }, 30_000, undefined, end)).toBe(false);
  });

  it.each(['valid_until', 'period'] as const)('is never due for a plan without %s', (missing) => {
    expect(isNoticeDue({ ...monthly, [missing]: null }, 30_000, undefined, end)).toBe(false);
  });
});

describe('a charge', () => {
  it('follows on the last day, or the day after a late notice', () => {
    expect(chargeDay(end, '2026-02-25')).toBe(end);
    expect(chargeDay(end, '2026-02-27')).toBe(end);
    expect(chargeDay(end, end)).toBe('2026-03-01');
    expect(chargeDay(end, '2026-04-10')).toBe('2026-04-11');
  });

  it('never precedes an accepted notice, nor follows on the same day', () => {
    const day = fc.integer({ min: -10, max: 40 }).map((days) => addDays(end, days));
    const optionalDay = fc.option(day);
    fc.assert(
      fc.property(day, optionalDay, optionalDay, (today, accepted_on, refused_on) => {
        const decision = chargeDecision(end, notice({ accepted_on, refused_on }), today);
        const isAllowed =
          accepted_on !== null && daysBetween(accepted_on, today) >= 1 && today >= end;
        expect(decision === 'charge').toBe(isAllowed);
      }),
    );
    expect(chargeDecision(end, undefined, '2026-04-10')).toBe('wait');
    expect(chargeDecision(end, notice({ accepted_on: end }), end)).toBe('wait');
  });

  it('waits as long as no mail server answers, and seven days if the owner’s server refuses', () => {
    expect(chargeDecision(end, notice(), '2027-02-28')).toBe('wait');
    const refused = notice({ refused_on: '2026-03-06' });
    expect(chargeDecision(end, refused, '2026-03-06')).toBe('wait');
    expect(chargeDecision(end, refused, '2026-03-07')).toBe('unreachable');
  });
});

describe('a renewal', () => {
  it('joins the periods without a gap and returns to the original day of the month', () => {
    let state = bought('storage_300_monthly');
    const ends = [state.valid_until];
    for (let month = 0; month < 12; month++) {
      state = planAfterRenewal(state, product('storage_300_monthly'), state.valid_until ?? '');
      ends.push(state.valid_until);
    }
    expect(ends.slice(0, 4)).toEqual(['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']);
    expect(ends[11]).toBe('2027-01-31');
  });

  it('of a yearly plan bought on a leap day ends on a leap day again', () => {
    let state = bought('storage_300_yearly', '2028-02-29');
    expect(state.valid_until).toBe('2029-02-28');
    for (let year = 0; year < 3; year++) {
      state = planAfterRenewal(state, product('storage_300_yearly'), state.valid_until ?? '');
    }
    expect(state.valid_until).toBe('2032-02-29');
  });

  it('is attempted on the last day and the three following days, once a day, then the plan lapses', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 60 }), (pauses) => {
        const state = bought('storage_300_monthly');
        const attempted: string[] = [];
        let day = start;
        for (const pause of [...pauses, ...Array(60).fill(1)]) {
          day = addDays(day, pause);
          const attempts = {
            method: 'own' as const,
            declined: attempted.length,
            last_attempt_on: attempted.at(-1) ?? null,
          };
          const { step } = renewalStep(state, attempts, day);
          if (step === 'none') expect(day < '2026-02-28').toBe(true);
          if (step === 'attempt') attempted.push(day);
          if (step === 'lapse') break;
        }
        expect(attempted).toHaveLength(4);
        expect(new Set(attempted).size).toBe(4);
        expect(attempted.every((one) => one >= '2026-02-28')).toBe(true);
      }),
    );
  });

  it('after downtime starts today, so that past days are not charged', () => {
    const state = bought('storage_300_monthly');
    const late = planAfterRenewal(state, product('storage_300_monthly'), '2026-05-10');
    expect([late.period_from, late.valid_until]).toEqual(['2026-05-10', '2026-06-10']);
    const inTime = planAfterRenewal(state, product('storage_300_monthly'), '2026-03-04');
    expect(inTime.period_from).toBe('2026-02-28');
  });

  it('waits during the days of attempts if another provider has the card', () => {
    const state = bought('storage_300_monthly');
    const attempts = { method: 'foreign' as const, declined: 0, last_attempt_on: null };
    expect(renewalStep(state, attempts, '2026-03-03').step).toBe('wait');
    expect(renewalStep(state, attempts, '2026-03-04').step).toBe('lapse');
  });

  it('is not attempted if it is switched off or no card is saved', () => {
    const state = bought('storage_300_monthly');
    const none = { method: 'own' as const, declined: 0, last_attempt_on: null };
    const off = { ...state, auto_renewal: false };
    expect(renewalStep(off, none, '2026-02-27').step).toBe('none');
    expect(renewalStep(off, none, '2026-02-28').step).toBe('lapse');
    expect(renewalStep(state, { ...none, method: 'none' }, '2026-02-28').step).toBe('lapse');
  });
});

describe('a renewal attempt', () => {
  const state = bought('storage_300_monthly');
  const attempted = (day: string | null) => ({
    method: 'own' as const,
    declined: 1,
    last_attempt_on: day,
  });

  it('waits for the day after a declined one', () => {
    expect(renewalStep(state, attempted('2026-02-28'), '2026-02-28')).toEqual({
      step: 'wait',
      until: '2026-03-01',
    });
    expect(renewalStep(state, attempted('2026-02-28'), '2026-03-01')).toEqual({ step: 'attempt' });
  });

  it('is due on the last day of a period without attempts', () => {
    expect(renewalStep(state, attempted(null), '2026-02-28')).toEqual({ step: 'attempt' });
  });

  it('is never due for a plan that was not bought or has no end', () => {
    expect(renewalStep(freePlan, attempted(null), '2026-02-28')).toEqual({ step: 'none' });
    const endless = { ...state, valid_until: null };
    expect(renewalStep(endless, attempted(null), '2026-02-28')).toEqual({ step: 'none' });
    const free = { ...state, plan: 'free' as const };
    expect(renewalStep(free, attempted(null), '2026-02-28')).toEqual({ step: 'none' });
  });
});

describe('a period', () => {
  const state = bought('storage_300_monthly');

  it('runs until the day before its end', () => {
    expect(isRunning(state, '2026-02-27')).toBe(true);
    expect(isRunning(state, '2026-02-28')).toBe(false);
  });

  it('does not run without a purchase or an end', () => {
    expect(isRunning({ ...state, plan: 'free' }, '2026-02-01')).toBe(false);
    expect(isRunning({ ...state, valid_until: null }, '2026-02-01')).toBe(false);
  });
});

it('a free plan can neither be renewed nor lapse', () => {
  expect(freePlan.plan).toBe('free');
  const renewing = () => planAfterRenewal(freePlan, product('storage_300_monthly'), start);
  expect(renewing).toThrow('Only a plan with an end is renewed.');
  expect(() => planAfterLapse(freePlan, start)).toThrow('Only a bought plan can lapse.');
  const halfBought = { ...bought('storage_300_monthly'), period: null };
  expect(() => planAfterLapse(halfBought, start)).toThrow('Only a bought plan can lapse.');
});

it('a purchase late in the evening counts from the day in Moscow', () => {
  const day = moscowDay(new Date('2026-12-31T21:30:00Z'));
  expect(bought('storage_300_monthly', day).valid_until).toBe('2027-02-01');
});

it('a custom plan lapses on its day without a charge', () => {
  const custom = {
    ...freePlan,
    plan: 'custom',
    limit_mb: 5000,
    valid_until: '2026-03-01',
  } as const;
  const attempts = { method: 'own', declined: 0, last_attempt_on: null } as const;
  expect(renewalStep(custom, attempts, '2026-02-28')).toEqual({ step: 'none' });
  expect(renewalStep(custom, attempts, '2026-03-01')).toEqual({ step: 'lapse' });
  expect(planAfterLapse(custom, '2026-03-01')).toMatchObject({
    ...{ plan: 'free_expired', limit_mb: 30, former_plan: null, former_period: null },
    ...{ expired_on: '2026-03-01', grace_until: '2026-03-31' },
  });
});
