import { describe, expect, it } from 'vitest';
import { outcomeOf, paymentReturnOf } from './payment-return.ts';

const id = '018f3c1e-7a44-7c1d-9b0a-3f1f0d5c2a11';

describe('the address of a return', () => {
  it('names the plan, the payment and what the mock page said', () => {
    const search = { plan_id: 'storage_300_monthly', payment_id: id, status: 'canceled' };
    expect(paymentReturnOf(search)).toEqual({
      kind: 'plan',
      payment: { planId: 'storage_300_monthly', paymentId: id, status: 'canceled' },
    });
  });

  it('passes on nothing that no payment and no status looks like', () => {
    const search = { plan_id: 'storage_300_monthly', payment_id: 'x', status: 'paid' };
    expect(paymentReturnOf(search)).toEqual({
      kind: 'plan',
      payment: { planId: 'storage_300_monthly', paymentId: undefined, status: undefined },
    });
  });

  it('with an unknown plan leads to no check', () => {
    expect(paymentReturnOf({ plan_id: 'storage_9000_monthly' })).toEqual({ kind: 'unknown_plan' });
  });

  it('for an activation needs its token', () => {
    const search = { type: 'protocol_activation', plan_id: 'storage_300_monthly' };
    expect(paymentReturnOf(search)).toEqual({ kind: 'missing_token' });
    expect(paymentReturnOf({})).toEqual({ kind: 'missing_token' });
    expect(paymentReturnOf({ ...search, crt: 'abc', payment_id: id, status: 'error' })).toEqual({
      kind: 'protocol',
      payment: { clientReturnToken: 'abc', paymentId: id, status: 'error' },
    });
  });

  it('for the plan of another needs its token, and is never taken for an own plan', () => {
    const search = { type: 'plan_gift', plan_id: 'storage_300_monthly' };
    expect(paymentReturnOf(search)).toEqual({ kind: 'missing_token' });
    expect(paymentReturnOf({ ...search, crt: 'abc', payment_id: id })).toEqual({
      kind: 'gift',
      payment: { clientReturnToken: 'abc', paymentId: id, status: undefined },
    });
  });
});

describe('what is told about a payment', () => {
  it.each([
    ['in_force', 'error', 'succeeded'],
    ['past', 'succeeded', 'past'],
    ['refunded', 'succeeded', 'refunded'],
    ['refund_failed', 'succeeded', 'refundFailed'],
    ['unneeded', undefined, 'unneeded'],
    ['canceled', undefined, 'canceled'],
    ['canceled', 'error', 'error'],
    ['waiting', undefined, 'processing'],
    ['pending', undefined, 'processing'],
    ['pending', 'succeeded', 'processing'],
    [undefined, undefined, 'processing'],
    [undefined, 'error', 'error'],
  ] as const)('the server says %s, the address says %s: %s', (answered, status, outcome) => {
    expect(outcomeOf(answered, status)).toBe(outcome);
  });
});
