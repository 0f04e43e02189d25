import { describe, expect, it } from 'vitest';
import { planCatalogue, planProducts, productOf, yearlySaving } from './plan-catalogue.ts';

describe('the catalogue', () => {
  it('has the three plans at their prices, the middle one marked', () => {
    expect(
      planCatalogue.map((plan) => [
        plan.storage_mb,
        plan.monthly.amount,
        plan.yearly.amount,
        plan.is_popular,
      ]),
    ).toEqual([
      [300, 300, 3000, false],
      [500, 450, 4500, true],
      [1024, 850, 8500, false],
    ]);
  });

  it('saves two months a year, shown as 17 percent', () => {
    expect(planCatalogue.map(yearlySaving)).toEqual([
      { amount: 600, percent: 17 },
      { amount: 900, percent: 17 },
      { amount: 1700, percent: 17 },
    ]);
  });

  it('knows every product by its id and nothing else', () => {
    for (const id of planProducts) expect(productOf(id)?.price.plan_id).toBe(id);
    expect(productOf('storage_300')).toBeUndefined();
    expect(productOf('constructor')).toBeUndefined();
  });
});
