import { addDays, daysBetween, moscowDay } from '@zavet/contract/days';
import { type ProductFacts, planProducts, productOf } from '@zavet/contract/plans/plan-catalogue';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterLapse,
  afterOutage,
  afterPurchase,
  afterRenewal,
  freePlan,
  graceStep,
  isLongOutage,
  isPayable,
  lostDays,
  lostKopecks,
  offerOf,
  offersFor,
  type PlanState,
  renewalStep,
  unusedKopecks,
} from './plan-rules.ts';

const ruble = 100;
const start = '2026-01-31';
const product = (id: string): ProductFacts => {
  const found = productOf(id);
  if (!found) throw new Error(`no product ${id}`);
  return found;
};
const bought = (id: string, day = start) => afterPurchase(product(id), day, true);
const offer = (state: PlanState, id: string, day: string) => offerOf(state, product(id), day);

/** A customer who waits some days and then takes whatever the name says, if it is offered. */
const moves = fc.array(
  fc.record({ wait: fc.integer({ min: 0, max: 400 }), take: fc.constantFrom(...planProducts) }),
  { minLength: 1, maxLength: 12 },
);

describe('an offer', () => {
  it('is the full price for whoever has nothing that runs', () => {
    for (const one of offersFor(freePlan, start)) {
      expect(one).toMatchObject({
        kind: 'buy',
        amount_kopecks: product(one.plan_id).price.amount * ruble,
      });
    }
  });

  it('for more storage sets off the unused days and begins a new period today', () => {
    // 31 January to 28 February: 28 days, of which 14 are left, worth 150 of 300 rubles.
    const state = bought('storage_300_monthly');
    expect(offer(state, 'storage_500_monthly', '2026-02-14')).toEqual({
      plan_id: 'storage_500_monthly',
      kind: 'upgrade',
      amount_kopecks: (450 - 150) * ruble,
      valid_until: '2026-03-14',
    });
    expect(offer(state, 'storage_1024_yearly', '2026-02-14').amount_kopecks).toBe(8350 * ruble);
  });

  it('rounds half a ruble up', () => {
    // 28 of 31 days left of 300 rubles are worth 270.97; of 450 there remain 179.03.
    const state = bought('storage_300_monthly', '2026-03-01');
    expect(offer(state, 'storage_500_monthly', '2026-03-04').amount_kopecks).toBe(179 * ruble);
    const half = { ...state, price_kopecks: 31 * 50, valid_until: '2026-04-01' };
    // One day is worth 50 kopecks: 450 minus 0.50 is 449.50.
    expect(offer(half, 'storage_500_monthly', '2026-03-31').amount_kopecks).toBe(450 * ruble);
  });

  it('for the running plan by the year is the same computation, by the month it is there already', () => {
    const state = bought('storage_500_monthly');
    expect(offer(state, 'storage_500_monthly', '2026-02-14').kind).toBe('current');
    expect(offer(state, 'storage_500_yearly', '2026-02-14')).toEqual({
      plan_id: 'storage_500_yearly',
      kind: 'to_yearly',
      amount_kopecks: (4500 - 225) * ruble,
      valid_until: '2027-02-14',
    });
    expect(offer(bought('storage_500_yearly'), 'storage_500_monthly', start).kind).toBe('current');
  });

  it('cannot be taken for less storage, nor where the rest of a year is worth more', () => {
    const year = bought('storage_300_yearly');
    expect(offer(bought('storage_500_monthly'), 'storage_300_yearly', start).kind).toBe('smaller');
    expect(offer(year, 'storage_1024_monthly', '2026-03-01').kind).toBe('worth_more');
    expect(offer(year, 'storage_1024_monthly', '2027-01-10').kind).toBe('upgrade');
    expect(['smaller', 'worth_more', 'current'].map((kind) => isPayable(kind as never))).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('is whole rubles, at least one and never above the price', () => {
    fc.assert(
      fc.property(moves, (path) => {
        let day = start;
        let state: PlanState = freePlan;
        for (const { wait, take } of path) {
          day = addDays(day, wait);
          for (const one of offersFor(state, day)) {
            expect(one.amount_kopecks % ruble).toBe(0);
            expect(one.amount_kopecks).toBeGreaterThanOrEqual(ruble);
            expect(one.amount_kopecks).toBeLessThanOrEqual(
              product(one.plan_id).price.amount * ruble,
            );
          }
          if (isPayable(offer(state, take, day).kind)) state = bought(take, day);
        }
      }),
    );
  });

  it('adds up: whoever goes up and on pays for exactly the days that were used', () => {
    fc.assert(
      fc.property(moves, (path) => {
        let day = start;
        let state: PlanState = freePlan;
        let paid = 0;
        let used = 0;
        let purchases = 0;
        for (const { wait, take } of path) {
          const before = unusedKopecks(state, day);
          day = addDays(day, wait);
          used += before - unusedKopecks(state, day);
          const { kind, amount_kopecks } = offer(state, take, day);
          if (!isPayable(kind)) continue;
          paid += amount_kopecks;
          purchases += 1;
          state = bought(take, day);
        }
        const owed = used + unusedKopecks(state, day);
        // Each purchase is rounded to a ruble, and costs one at least.
        expect(Math.abs(paid - owed)).toBeLessThanOrEqual(purchases * ruble);
      }),
    );
  });
});

describe('a renewal', () => {
  it('joins the periods without a gap and returns to the day that was meant', () => {
    let state = bought('storage_300_monthly');
    const ends = [state.valid_until];
    for (let month = 0; month < 12; month++) {
      state = afterRenewal(state, product('storage_300_monthly'), state.valid_until ?? '');
      ends.push(state.valid_until);
    }
    expect(ends.slice(0, 4)).toEqual(['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']);
    expect(ends[11]).toBe('2027-01-31');
  });

  it('of a year that began on a leap day ends on one again', () => {
    let state = bought('storage_300_yearly', '2028-02-29');
    expect(state.valid_until).toBe('2029-02-28');
    for (let year = 0; year < 3; year++) {
      state = afterRenewal(state, product('storage_300_yearly'), state.valid_until ?? '');
    }
    expect(state.valid_until).toBe('2032-02-29');
  });

  it('is tried on the last day and on the three that follow, once a day, then the plan runs out', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 60 }), (pauses) => {
        const state = bought('storage_300_monthly');
        const tried: string[] = [];
        let day = start;
        for (const pause of [...pauses, ...Array(60).fill(1)]) {
          day = addDays(day, pause);
          const tries = {
            method: 'own' as const,
            declined: tried.length,
            last_tried_on: tried.at(-1) ?? null,
          };
          const { step } = renewalStep(state, tries, day);
          if (step === 'none') expect(day < '2026-02-28').toBe(true);
          if (step === 'try') tried.push(day);
          if (step === 'lapse') break;
        }
        expect(tried).toHaveLength(4);
        expect(new Set(tried).size).toBe(4);
        expect(tried.every((one) => one >= '2026-02-28')).toBe(true);
      }),
    );
  });

  it('that comes late begins today: nobody pays for days of a standstill', () => {
    const state = bought('storage_300_monthly');
    const late = afterRenewal(state, product('storage_300_monthly'), '2026-05-10');
    expect([late.period_from, late.valid_until]).toEqual(['2026-05-10', '2026-06-10']);
    const inTime = afterRenewal(state, product('storage_300_monthly'), '2026-03-04');
    expect(inTime.period_from).toBe('2026-02-28');
  });

  it('waits for the days of the tries where the card is with another provider', () => {
    const state = bought('storage_300_monthly');
    const tries = { method: 'foreign' as const, declined: 0, last_tried_on: null };
    expect(renewalStep(state, tries, '2026-03-03').step).toBe('wait');
    expect(renewalStep(state, tries, '2026-03-04').step).toBe('lapse');
  });

  it('is not tried where it was declined or no card is saved', () => {
    const state = bought('storage_300_monthly');
    const none = { method: 'own' as const, declined: 0, last_tried_on: null };
    const off = { ...state, auto_renewal: false };
    expect(renewalStep(off, none, '2026-02-27').step).toBe('none');
    expect(renewalStep(off, none, '2026-02-28').step).toBe('lapse');
    expect(renewalStep(state, { ...none, method: 'none' }, '2026-02-28').step).toBe('lapse');
  });
});

describe('a plan that ran out', () => {
  const lapsed = afterLapse(bought('storage_500_yearly'), '2027-01-31');

  it('leaves 30 MB and remembers what it was', () => {
    expect(lapsed).toMatchObject({
      plan: 'free_expired',
      limit_mb: 30,
      former_plan: 'storage_500',
      former_period: 'yearly',
      expired_on: '2027-01-31',
      grace_until: '2027-03-02',
    });
  });

  it('warns 14, 7 and 1 day before files go, and removes them after 30 days', () => {
    const seen: [number, string | number][] = [];
    let state = lapsed;
    for (let passed = 0; passed <= 31; passed++) {
      const next = graceStep(state, addDays('2027-01-31', passed));
      if (next.step === 'warn') {
        seen.push([passed, next.warned]);
        state = {
          ...state,
          grace_warned: next.warned,
          grace_until: next.grace_until,
          grace_notified_on: next.warned === 1 ? addDays('2027-01-31', passed) : null,
        };
      }
      if (next.step === 'remove') {
        seen.push([passed, 'removed']);
        break;
      }
    }
    expect(seen).toEqual([
      [16, 14],
      [23, 7],
      [29, 1],
      [30, 'removed'],
    ]);
  });

  it('keeps files as long as no mail server took the last warning, and warns again', () => {
    const unheard = { ...lapsed, grace_warned: 1, grace_until: '2027-03-02' };
    expect(graceStep(unheard, '2027-03-02').step).toBe('none');
    expect(graceStep(unheard, '2027-03-05')).toMatchObject({ step: 'warn', warned: 1 });
    const heard = { ...unheard, grace_notified_on: '2027-03-02' };
    expect(graceStep(heard, '2027-03-02').step).toBe('none');
    expect(graceStep(heard, '2027-03-03').step).toBe('remove');
  });

  it('never loses files less than a day after the last warning, however long nothing ran', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 12 }), (pauses) => {
        let state = lapsed;
        let day = '2027-01-31';
        let warnedOn: string | undefined;
        for (const pause of pauses) {
          day = addDays(day, pause);
          const next = graceStep(state, day);
          if (next.step === 'warn') {
            if (next.warned === 1) warnedOn = day;
            state = {
              ...state,
              grace_warned: next.warned,
              grace_until: next.grace_until,
              grace_notified_on: next.warned === 1 ? day : null,
            };
          }
          if (next.step !== 'remove') continue;
          expect(warnedOn).toBeDefined();
          expect(daysBetween(warnedOn ?? day, day)).toBeGreaterThanOrEqual(1);
          expect(daysBetween('2027-01-31', day)).toBeGreaterThanOrEqual(30);
          return;
        }
      }),
    );
  });
});

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

  it('is made good with days up to 30 of them, with money beyond', () => {
    expect([29, 30, 31].map((count) => isLongOutage(from, days(count)))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('takes begun days whole, and only those during which a period ran', () => {
    expect(lostDays(year, from, days(2.1))).toBe(3);
    expect(lostDays(period('2026-02-03', '2026-03-03'), from, days(4))).toBe(3);
    expect(lostDays(period('2026-01-01', '2026-02-03'), from, days(40))).toBe(2);
    expect(lostDays(period('2025-01-01', '2026-01-01'), from, days(4))).toBe(0);
  });

  it('is paid back by the day, never more than the period cost', () => {
    expect(lostKopecks(year, 73)).toBe(600 * ruble);
    expect(lostKopecks(year, 4000)).toBe(3000 * ruble);
  });

  it('extends what runs, and lets what ran out meanwhile run again', () => {
    const state = afterOutage(bought('storage_300_monthly'), 3, '2026-02-10');
    expect(state.valid_until).toBe('2026-03-03');
    const renewed = afterRenewal(state, product('storage_300_monthly'), '2026-03-03');
    expect(renewed.valid_until).toBe('2026-04-03');
    const lapsed = afterLapse(bought('storage_300_monthly'), '2026-02-28');
    expect(afterOutage(lapsed, 5, '2026-03-01')).toMatchObject({
      plan: 'storage_300',
      limit_mb: 300,
      valid_until: '2026-03-06',
      auto_renewal: false,
    });
  });

  it('does not make the paid days worth less when they are set off', () => {
    const state = bought('storage_300_monthly', '2026-03-01');
    expect(unusedKopecks(afterOutage(state, 15, '2026-03-10'), '2026-03-20')).toBeCloseTo(
      (300 * ruble * 27) / 31,
      6,
    );
  });
});

it('a purchase late in the evening counts from the day in Moscow', () => {
  const day = moscowDay(new Date('2026-12-31T21:30:00Z'));
  expect(bought('storage_300_monthly', day).valid_until).toBe('2027-02-01');
});
