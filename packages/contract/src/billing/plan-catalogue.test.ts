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

describe('the price lists', () => {
  it('name the prices of the first day', () => {
    const { plans, protocolActivation } = priceEditions[0];
    expect(planCatalogue.map(({ id }) => [plans[id].monthly, plans[id].yearly])).toEqual([
      [300, 3000],
      [450, 4500],
      [850, 8500],
    ]);
    expect(protocolActivation).toBe(7000);
  });

  it('save two months a year, shown as 17 percent', () => {
    const { plans } = priceEditions[0];
    expect(planCatalogue.map(({ id }) => yearlySaving(plans[id]))).toEqual([
      { amount: 600, percent: 17 },
      { amount: 900, percent: 17 },
      { amount: 1700, percent: 17 },
    ]);
  });

  it('stand in the order of their days, each with an edition of the offer that names it', () => {
    const days = priceEditions.map(({ edition }) => edition);
    expect(days).toEqual([...new Set(days)].sort());
    for (const day of days) expect(legalEditions.public_offer).toContain(day);
  });
});

describe('the prices of a day', () => {
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
  ])('on %s are those of the newest list that has begun', (day, rubles) => {
    expect(priceOf(pricesInForce(lists, day), yearOf500)).toBe(rubles);
  });
});

describe('the catalogue', () => {
  it('has three plans, smallest first, the middle one marked', () => {
    expect(planCatalogue.map((plan) => [plan.storage_mb, plan.is_popular])).toEqual([
      [300, false],
      [500, true],
      [1024, false],
    ]);
  });

  it('knows every product by its id and nothing else', () => {
    expect(planProducts).toHaveLength(6);
    for (const id of planProducts) {
      const { plan_id, plan, period } = productOf(id) ?? {};
      expect([plan_id, `${plan?.id}_${period}`]).toEqual([id, id]);
    }
    expect(productOf('storage_300')).toBeUndefined();
    expect(productOf('constructor')).toBeUndefined();
  });
});

it('a year is compared with twelve months', () => {
  expect(yearlySaving({ monthly: 100, yearly: 900 })).toEqual({ amount: 300, percent: 25 });
});
