import { describe, expect, it } from 'vitest';
import { legalEditions } from '../identity/editions.ts';
import {
  type PriceEditions,
  planCatalogue,
  planProducts,
  priceEditions,
  priceOf,
  pricesInForce,
  productOf,
  yearlySaving,
} from './plan-catalogue.ts';

describe('price lists', () => {
  it('have the published first prices', () => {
    const { plans, protocolActivation } = priceEditions[0];
    expect(planCatalogue.map(({ id }) => [plans[id].monthly, plans[id].yearly])).toEqual([
      [300, 3000],
      [450, 4500],
      [850, 8500],
    ]);
    expect(protocolActivation).toBe(7000);
  });

  it('save two months per year, shown as 17 percent', () => {
    const { plans } = priceEditions[0];
    expect(planCatalogue.map(({ id }) => yearlySaving(plans[id]))).toEqual([
      { amount: 600, percent: 17 },
      { amount: 900, percent: 17 },
      { amount: 1700, percent: 17 },
    ]);
  });

  it('are in order, each with an edition of the offer that names it', () => {
    const days = priceEditions.map(({ edition }) => edition);
    expect(days).toEqual([...new Set(days)].sort());
    for (const day of days) expect(legalEditions.public_offer).toContain(day);
  });
});

describe('prices of a day', () => {
  const [first] = priceEditions;
  const later = {
    ...first,
    edition: '2027-02-01',
    plans: { ...first.plans, storage_500: { monthly: 500, yearly: 5000 } },
  };
  const lists: PriceEditions = [first, later];
  const yearOf500 = productOf('storage_500_yearly') ?? expect.fail('not in the catalogue');

  it.each([
    ['2020-01-01', 4500],
    ['2027-01-31', 4500],
    ['2027-02-01', 5000],
    ['2030-01-01', 5000],
  ])('on %s come from the newest list in force', (day, rubles) => {
    expect(priceOf(pricesInForce(lists, day), yearOf500)).toBe(rubles);
  });
});

describe('plan catalogue', () => {
  it('has three plans, smallest first, the middle one marked', () => {
    expect(planCatalogue.map((plan) => [plan.storage_mb, plan.is_popular])).toEqual([
      [300, false],
      [500, true],
      [1024, false],
    ]);
  });

  it('finds exactly the products on sale by id', () => {
    expect(planProducts).toHaveLength(6);
    for (const id of planProducts) {
      const { plan_id, plan, period } = productOf(id) ?? {};
      expect([plan_id, `${plan?.id}_${period}`]).toEqual([id, id]);
    }
    expect(productOf('storage_300')).toBeUndefined();
    expect(productOf('constructor')).toBeUndefined();
  });
});

it('compares a year with twelve months', () => {
  expect(yearlySaving({ monthly: 100, yearly: 900 })).toEqual({ amount: 300, percent: 25 });
});
