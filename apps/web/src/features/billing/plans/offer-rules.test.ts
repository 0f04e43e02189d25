import { offerKinds, type PlanOffer, type PlanView } from '@zavet/contract/billing/plan-endpoints';
import { describe, expect, it } from 'vitest';
import { freePlan as free } from '../../../../test/plan-fixture.ts';
import { deductionOf, isPayable, noteOf, restoringOffer } from './plan-rules.ts';

const offer = (change: Partial<PlanOffer>): PlanOffer => ({
  plan_id: 'storage_500_monthly',
  kind: 'buy',
  price: 450,
  amount: 450,
  valid_until: '2026-12-15',
  ...change,
});

describe('an offer', () => {
  it('is paid for only where it is bought, upgraded to or made yearly', () => {
    expect(Object.fromEntries(offerKinds.map((kind) => [kind, isPayable(kind)]))).toEqual({
      buy: true,
      upgrade: true,
      to_yearly: true,
      current: false,
      smaller: false,
      worth_more: false,
    });
  });

  it('at its list price needs no explanation', () => {
    expect(noteOf(offer({}), free)).toBeUndefined();
    expect(deductionOf(offer({}))).toBe(0);
  });

  it('below its list price says what was taken off', () => {
    for (const kind of ['buy', 'upgrade', 'to_yearly'] as const) {
      const cheaper = offer({ kind, amount: 310 });
      expect(noteOf(cheaper, free)).toBe('deduction');
      expect(deductionOf(cheaper)).toBe(140);
    }
  });

  it.each([
    [{ kind: 'smaller' }, { plan: 'storage_1024' }, 'smaller'],
    [{ kind: 'smaller' }, { plan: 'custom' }, 'smallerThanCustom'],
    [{ kind: 'worth_more' }, {}, 'worthMoreThanMonth'],
    [{ kind: 'worth_more', plan_id: 'storage_500_yearly' }, {}, 'worthMore'],
    [{ kind: 'current' }, { plan: 'storage_500', period: 'monthly' }, undefined],
    [{ kind: 'current' }, { plan: 'storage_500', period: 'yearly' }, 'otherPeriod'],
  ] as const)('%j with %j says why it cannot be bought: %s', (offered, plan, note) => {
    expect(noteOf(offer(offered), { ...free, ...plan })).toBe(note);
  });
});

describe('restoring access', () => {
  const expired = {
    plan: 'storage_500',
    period: 'yearly',
    on: '2026-11-15',
    files_removed_on: null,
  } as const;
  const lapsed: PlanView = { ...free, plan: 'free_expired', expired };

  it('buys the former plan for the former period', () => {
    const yearly = offer({ plan_id: 'storage_500_yearly', amount: 4500 });
    expect(restoringOffer({ ...lapsed, offers: [offer({}), yearly] })).toBe(yearly);
  });

  it('is not offered where nothing ran out, or where it cannot be bought', () => {
    expect(restoringOffer({ ...free, offers: [offer({})] })).toBeUndefined();
    const refused = offer({ plan_id: 'storage_500_yearly', kind: 'smaller' });
    expect(restoringOffer({ ...lapsed, offers: [refused] })).toBeUndefined();
  });
});
