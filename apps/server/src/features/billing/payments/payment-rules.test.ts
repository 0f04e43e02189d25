import { describe, expect, it } from 'vitest';
import {
  checkDelayMs,
  keyLifetimeMs,
  lostPaymentTimeoutMs,
  maxCheckDelayMs,
  mismatchedFields,
  paymentOutcome,
} from './payment-rules.ts';

const amount_kopecks = 30_000;

const succeeded = { status: 'succeeded', amount_kopecks } as const;

const effectStatus = {
  is_needed: true,
  is_in_force: true,
  takes_effect_at: null,
  reason: null,
} as const;

const refund = { amount_kopecks, status: 'succeeded', reason: 'contact_removed' } as const;

describe('a payer is told', () => {
  it('that the payment holds only while what it bought holds', () => {
    expect(paymentOutcome(succeeded, undefined, effectStatus).outcome).toBe('in_force');
    const over = { ...effectStatus, is_in_force: false };
    expect(paymentOutcome(succeeded, undefined, over).outcome).toBe('past');
  });

  it('that money went back, and why, whatever the standing says', () => {
    const told = { outcome: 'refunded', reason: 'contact_removed' };
    expect(paymentOutcome(succeeded, refund, effectStatus)).toEqual(told);
    expect(paymentOutcome(succeeded, { ...refund, status: 'pending' }, effectStatus)).toEqual(told);
    expect(paymentOutcome(succeeded, { ...refund, status: 'canceled' }, effectStatus).outcome).toBe(
      'refund_failed',
    );
  });

  it('that a part given back leaves the payment as it is', () => {
    const part = { ...refund, amount_kopecks: amount_kopecks - 1, reason: 'outage' } as const;
    expect(paymentOutcome(succeeded, part, effectStatus)).toEqual({
      outcome: 'in_force',
      reason: null,
    });
  });

  it('of a payment that nobody waits for any more, and of one that was cancelled', () => {
    const pending = { status: 'pending', amount_kopecks } as const;
    const left = {
      is_needed: false,
      is_in_force: false,
      takes_effect_at: null,
      reason: 'given_up',
    } as const;
    expect(paymentOutcome(pending, undefined, effectStatus).outcome).toBe('pending');
    expect(paymentOutcome(pending, undefined, left)).toEqual({
      outcome: 'unneeded',
      reason: 'given_up',
    });
    const canceled = { status: 'canceled', amount_kopecks } as const;
    expect(paymentOutcome(canceled, undefined, left)).toEqual({
      outcome: 'canceled',
      reason: 'given_up',
    });
  });
});

const own = {
  id: 'own-id',
  provider_payment_id: 'theirs',
  amount_kopecks: 30_000,
  currency: 'RUB',
  is_test: false,
};

const reported = {
  id: 'theirs',
  payment_id: 'own-id',
  amount_kopecks: 30_000,
  currency: 'RUB',
  is_test: false,
};

describe('an answer of the provider', () => {
  it('is about this payment when everything agrees, also when it is the first one', () => {
    expect(mismatchedFields(own, reported)).toEqual([]);
    const internalReasons = { ...own, provider_payment_id: null, is_test: null };
    expect(mismatchedFields(internalReasons, reported)).toEqual([]);
  });

  it.each([
    ['id', { id: 'another' }],
    ['payment_id', { payment_id: 'another' }],
    ['payment_id', { payment_id: null }],
    ['amount', { amount_kopecks: 100 }],
    ['currency', { currency: 'USD' }],
    ['test', { is_test: true }],
  ])('is not believed with another %s', (name, change) => {
    expect(mismatchedFields(own, { ...reported, ...change })).toEqual([name]);
  });
});

describe('the time between two questions about a payment', () => {
  const second = 1000;
  const minute = 60_000;
  const hour = 3_600_000;

  it.each([
    ['at once', 0, 25 * second],
    ['just before ten minutes', 10 * minute - 1, 25 * second],
    ['after ten minutes', 10 * minute, minute],
    ['just before two hours', 2 * hour - 1, minute],
    ['after two hours', 2 * hour, 10 * minute],
    ['just before a day', 24 * hour - 1, 10 * minute],
    ['after a day', 24 * hour, hour],
    ['after two days', 48 * hour, hour],
  ])('grows with its age: %s', (_, age, pause) => {
    expect(checkDelayMs(age)).toBe(pause);
  });

  it('is never longer than two hours', () => {
    expect(maxCheckDelayMs).toBe(7_200_000);
  });
});

it('a key is used for 23 hours, an hour less than the provider remembers it', () => {
  expect(keyLifetimeMs).toBe(82_800_000);
});

it('a payment that the provider no longer knows is given up after three days', () => {
  expect(lostPaymentTimeoutMs).toBe(259_200_000);
});
