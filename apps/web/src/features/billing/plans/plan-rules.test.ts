import type { PaymentView } from '@zavet/contract/billing/payment-endpoints';
import { offerKinds, type PlanOffer, type PlanView } from '@zavet/contract/billing/plan-endpoints';
import { describe, expect, it } from 'vitest';
import { freePlan as free } from '../../../../test/plan-fixture.ts';
import {
  deductionOf,
  isInProgress,
  isPayable,
  noteOf,
  paymentInputOf,
  pendingIds,
  restoringOffer,
} from './plan-rules.ts';

const offer = (overrides: Partial<PlanOffer>): PlanOffer => ({
  plan_id: 'storage_500_monthly',
  kind: 'buy',
  price: 450,
  amount: 450,
  valid_until: '2026-12-15',
  ...overrides,
});

describe('offer', () => {
  it('is payable only if it is a purchase, an upgrade or a change to yearly', () => {
    expect(Object.fromEntries(offerKinds.map((kind) => [kind, isPayable(kind)]))).toEqual({
      buy: true,
      upgrade: true,
      to_yearly: true,
      current: false,
      smaller: false,
      worth_more: false,
    });
  });

  it('without a deduction has no note', () => {
    expect(noteOf(offer({}), free)).toBeUndefined();
    expect(deductionOf(offer({}))).toBe(0);
  });

  it('below its list price shows the deduction', () => {
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
  ] as const)('%j with the plan %j has the note %s', (offered, plan, note) => {
    expect(noteOf(offer(offered), { ...free, ...plan })).toBe(note);
  });
});

describe('restoring an expired plan', () => {
  const expired = {
    plan: 'storage_500',
    period: 'yearly',
    on: '2026-11-15',
    files_removed_on: null,
  } as const;
  const lapsed: PlanView = { ...free, plan: 'free_expired', expired };

  it('offers the same plan for the same period', () => {
    const yearly = offer({ plan_id: 'storage_500_yearly', amount: 4500 });
    expect(restoringOffer({ ...lapsed, offers: [offer({}), yearly] })).toBe(yearly);
  });

  it('is not offered without an expired plan or if it cannot be bought', () => {
    expect(restoringOffer({ ...free, offers: [offer({})] })).toBeUndefined();
    const refused = offer({ plan_id: 'storage_500_yearly', kind: 'smaller' });
    expect(restoringOffer({ ...lapsed, offers: [refused] })).toBeUndefined();
  });
});

it('a payment request has the price of the offer and returns with product and period', () => {
  const request = paymentInputOf({
    offer: {
      plan_id: 'storage_500_yearly',
      kind: 'upgrade',
      price: 4500,
      amount: 4310,
      valid_until: '2027-11-15',
    },
    userId: 'u1',
    description: 'Тариф',
    origin: 'https://zavet.example',
  });
  expect(request).toEqual({
    amount: 4310,
    currency: 'RUB',
    plan_id: 'storage_500_yearly',
    user_id: 'u1',
    description: 'Тариф',
    return_url: 'https://zavet.example/yookassa-return?plan_id=storage_500_yearly&period=yearly',
  });
});

const startedAt = '2026-11-15T10:00:00.000Z';
const payment = (overrides: Partial<PaymentView>): PaymentView => ({
  id: 'a',
  plan_id: 'storage_300_monthly',
  kind: 'purchase',
  amount: 300,
  currency: 'RUB',
  status: 'pending',
  refund: null,
  receipt: null,
  owner_name: null,
  created_at: startedAt,
  ...overrides,
});
const minutesLater = (minutes: number) => Date.parse(startedAt) + minutes * 60_000;

it('a payment is in progress for ten minutes, then counts as abandoned', () => {
  expect(isInProgress(payment({}), minutesLater(9))).toBe(true);
  expect(isInProgress(payment({}), minutesLater(11))).toBe(false);
  expect(isInProgress(payment({ status: 'succeeded' }), minutesLater(1))).toBe(false);
});

it('excludes a finished payment from the pending ids', () => {
  const other = payment({ id: 'b' });
  expect(pendingIds([payment({}), other])).toBe('a,b');
  expect(pendingIds([payment({ status: 'canceled' }), other])).toBe('b');
});
