import { describe, expect, it } from 'vitest';
import { planCatalogue, planProducts, productOf, yearlySaving } from './plan-catalogue.ts';

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
