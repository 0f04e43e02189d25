import { planProducts } from '@zavet/contract/billing/plan-catalogue';
import { addDays } from '@zavet/contract/days';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bought, prices, product, boughtOn as start } from '../../../../test/plan-states.ts';
import {
  canContactsPay,
  giftProducts,
  giftRefundReason,
  isPayable,
  offerOf,
  offersFor,
  unusedKopecks,
} from './offer-rules.ts';
import { freePlan, type PlanState, planAfterLapse } from './plan-rules.ts';

const mb = 1024 * 1024;

const lapsed = {
  ...planAfterLapse(bought('storage_300_monthly'), '2027-01-31'),
  grace_warned: 14,
  version: 3,
};

describe('a trusted contact', () => {
  it('can pay from the first warning on, while files are above the limit', () => {
    expect(canContactsPay(lapsed, 31 * mb)).toBe(true);
    expect(canContactsPay(lapsed, 30 * mb)).toBe(false);
    expect(canContactsPay({ ...lapsed, grace_warned: null }, 31 * mb)).toBe(false);
    expect(canContactsPay({ ...freePlan, grace_warned: 14 }, 31 * mb)).toBe(false);
  });

  it('can pay a month or a year of the former plan, or of the smallest plan that holds all files', () => {
    const ids = (bytes: number) => giftProducts(lapsed, bytes).map(({ plan_id }) => plan_id);
    expect(ids(300 * mb)).toEqual(['storage_300_monthly', 'storage_300_yearly']);
    expect(ids(300 * mb + 1)).toEqual(['storage_500_monthly', 'storage_500_yearly']);
    expect(ids(5000 * mb)).toEqual(['storage_1024_monthly', 'storage_1024_yearly']);
  });
});

describe('a gift', () => {
  const facts = { basis: 3, isContact: true, isStale: false };

  it('takes effect on the unpaid plan that it was quoted for', () => {
    expect(giftRefundReason(lapsed, facts)).toBeNull();
  });

  it('is refunded if the plan has changed or is paid, or the quotation has expired', () => {
    expect(giftRefundReason({ ...lapsed, version: 4 }, facts)).toBe('superseded');
    expect(giftRefundReason({ ...freePlan, version: 3 }, facts)).toBe('superseded');
    expect(giftRefundReason(lapsed, { ...facts, isStale: true })).toBe('superseded');
  });

  it('is refunded if the payer is no longer a contact', () => {
    expect(giftRefundReason(lapsed, { ...facts, isContact: false })).toBe('contact_removed');
  });
});

const ruble = 100;

const offer = (state: PlanState, id: string, day: string) => offerOf(state, product(id), day);

/** A customer waits some days, then buys a product if it is offered. */
const moves = fc.array(
  fc.record({ wait: fc.integer({ min: 0, max: 400 }), take: fc.constantFrom(...planProducts) }),
  { minLength: 1, maxLength: 12 },
);

describe('an offer', () => {
  it('is the full price if no plan runs', () => {
    for (const one of offersFor(freePlan, prices, start)) {
      expect(one).toMatchObject({
        kind: 'buy',
        amount_kopecks: product(one.plan_id).price_kopecks,
      });
    }
  });

  it('for more storage deducts the unused days and starts a new period today', () => {
    // 31 January to 28 February: 28 days, of which 14 are left, worth 150 of 300 rubles.
    const state = bought('storage_300_monthly');
    expect(offer(state, 'storage_500_monthly', '2026-02-14')).toEqual({
      plan_id: 'storage_500_monthly',
      kind: 'upgrade',
      price_kopecks: 450 * ruble,
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

  it('for the running plan deducts the unused days of a month from the year, and is `current` for the month', () => {
    const state = bought('storage_500_monthly');
    expect(offer(state, 'storage_500_monthly', '2026-02-14').kind).toBe('current');
    expect(offer(state, 'storage_500_yearly', '2026-02-14')).toEqual({
      plan_id: 'storage_500_yearly',
      kind: 'to_yearly',
      price_kopecks: 4500 * ruble,
      amount_kopecks: (4500 - 225) * ruble,
      valid_until: '2027-02-14',
    });
    expect(offer(bought('storage_500_yearly'), 'storage_500_monthly', start).kind).toBe('current');
  });

  it('cannot be bought for less storage, nor if the unused days of a year are worth more', () => {
    const year = bought('storage_300_yearly');
    expect(offer(bought('storage_500_monthly'), 'storage_300_yearly', start).kind).toBe('smaller');
    expect(offer(year, 'storage_1024_monthly', '2026-03-01').kind).toBe('worth_more');
    expect(offer(year, 'storage_1024_monthly', '2027-01-10').kind).toBe('upgrade');
  });

  it.each([
    ['buy', true],
    ['upgrade', true],
    ['to_yearly', true],
    ['smaller', false],
    ['worth_more', false],
    ['current', false],
  ] as const)('of the kind %s can be paid: %s', (kind, isAllowed) => {
    expect(isPayable(kind)).toBe(isAllowed);
  });

  it('is the full price again once the period of the same plan has ended', () => {
    const state = bought('storage_500_monthly');
    expect(offer(state, 'storage_500_monthly', state.valid_until ?? '')).toMatchObject({
      kind: 'buy',
      amount_kopecks: 450 * ruble,
    });
  });

  it('is `current` for the running yearly product, and `smaller` for the same storage of a free plan', () => {
    expect(offer(bought('storage_500_yearly'), 'storage_500_yearly', start).kind).toBe('current');
    const custom = { ...freePlan, limit_mb: 500 };
    expect(offer(custom, 'storage_500_monthly', start).kind).toBe('smaller');
  });

  it('can be bought if the unused days are worth exactly its price', () => {
    const state = { ...bought('storage_300_monthly'), price_kopecks: 450 * ruble };
    expect(offer(state, 'storage_500_monthly', start)).toMatchObject({
      kind: 'upgrade',
      price_kopecks: 450 * ruble,
      amount_kopecks: ruble,
    });
  });

  it('is in whole rubles, at least one and never above the price', () => {
    fc.assert(
      fc.property(moves, (path) => {
        let day = start;
        let state: PlanState = freePlan;
        for (const { wait, take } of path) {
          day = addDays(day, wait);
          for (const one of offersFor(state, prices, day)) {
            expect(one.amount_kopecks % ruble).toBe(0);
            expect(one.amount_kopecks).toBeGreaterThanOrEqual(ruble);
            expect(one.amount_kopecks).toBeLessThanOrEqual(product(one.plan_id).price_kopecks);
          }
          if (isPayable(offer(state, take, day).kind)) state = bought(take, day);
        }
      }),
    );
  });

  it('is fair: a customer who upgrades repeatedly pays exactly for the used days', () => {
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
        // Each purchase is rounded to a ruble and costs at least one.
        expect(Math.abs(paid - owed)).toBeLessThanOrEqual(purchases * ruble);
      }),
    );
  });
});
