import { describe, expect, it } from 'vitest';
import {
  checkDelayMs,
  isKeyExpired,
  lostPaymentTimeoutMs,
  maxCheckDelayMs,
  mismatchedFields,
  nextReceiptCheck,
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

describe('the outcome of a payment', () => {
  it('is `in_force` only while the purchase is in effect', () => {
    expect(paymentOutcome(succeeded, undefined, effectStatus).outcome).toBe('in_force');
    const waiting = { ...effectStatus, takes_effect_at: new Date('2026-11-20T12:00:00Z') };
    expect(paymentOutcome(succeeded, undefined, waiting)).toEqual({
      outcome: 'waiting',
      reason: null,
    });
    const over = { ...effectStatus, is_in_force: false };
    expect(paymentOutcome(succeeded, undefined, over).outcome).toBe('past');
  });

  it('is `refunded` with the reason, regardless of the effect', () => {
    const refunded = { outcome: 'refunded', reason: 'contact_removed' };
    expect(paymentOutcome(succeeded, refund, effectStatus)).toEqual(refunded);
    expect(paymentOutcome(succeeded, { ...refund, status: 'pending' }, effectStatus)).toEqual(
      refunded,
    );
    expect(paymentOutcome(succeeded, { ...refund, status: 'canceled' }, effectStatus).outcome).toBe(
      'refund_failed',
    );
  });

  it('ignores a partial refund', () => {
    const part = { ...refund, amount_kopecks: amount_kopecks - 1, reason: 'outage' } as const;
    expect(paymentOutcome(succeeded, part, effectStatus)).toEqual({
      outcome: 'in_force',
      reason: null,
    });
  });

  it('is `unneeded` or `canceled` with its reason, or `pending`', () => {
    const pending = { status: 'pending', amount_kopecks } as const;
    const unneeded = {
      is_needed: false,
      is_in_force: false,
      takes_effect_at: null,
      reason: 'given_up',
    } as const;
    expect(paymentOutcome(pending, undefined, effectStatus).outcome).toBe('pending');
    expect(paymentOutcome(pending, undefined, unneeded)).toEqual({
      outcome: 'unneeded',
      reason: 'given_up',
    });
    const canceled = { status: 'canceled', amount_kopecks } as const;
    expect(paymentOutcome(canceled, undefined, unneeded)).toEqual({
      outcome: 'canceled',
      reason: 'given_up',
    });
  });
});

const ownPayment = {
  id: 'own-id',
  provider_payment_id: 'theirs',
  amount_kopecks: 30_000,
  currency: 'RUB',
  is_test: false,
};

const response = {
  id: 'theirs',
  payment_id: 'own-id',
  amount_kopecks: 30_000,
  currency: 'RUB',
  is_test: false,
};

describe('the response of the provider', () => {
  it('matches the payment if all fields agree, including the first response', () => {
    expect(mismatchedFields(ownPayment, response)).toEqual([]);
    const firstResponse = { ...ownPayment, provider_payment_id: null, is_test: null };
    expect(mismatchedFields(firstResponse, response)).toEqual([]);
  });

  it.each([
    ['id', { id: 'another' }],
    ['payment_id', { payment_id: 'another' }],
    ['payment_id', { payment_id: null }],
    ['amount', { amount_kopecks: 100 }],
    ['currency', { currency: 'USD' }],
    ['test', { is_test: true }],
  ])('does not match the payment with another %s', (name, change) => {
    expect(mismatchedFields(ownPayment, { ...response, ...change })).toEqual([name]);
  });
});

describe('the delay between two checks of a payment', () => {
  const second = 1000;
  const minute = 60_000;
  const hour = 3_600_000;

  it.each([
    ['immediately', 0, 25 * second],
    ['just before ten minutes', 10 * minute - 1, 25 * second],
    ['after ten minutes', 10 * minute, minute],
    ['just before two hours', 2 * hour - 1, minute],
    ['after two hours', 2 * hour, 10 * minute],
    ['just before a day', 24 * hour - 1, 10 * minute],
    ['after a day', 24 * hour, hour],
    ['after two days', 48 * hour, hour],
  ])('grows with the age of the payment: %s', (_, age, pause) => {
    expect(checkDelayMs(age)).toBe(pause);
  });

  it('never exceeds two hours', () => {
    expect(maxCheckDelayMs).toBe(7_200_000);
  });
});

const created_at = new Date('2026-11-19T12:00:00Z');
const hoursLater = (hours: number, ms = 0) =>
  new Date(created_at.getTime() + hours * 3_600_000 + ms);

it('a key is used for 23 hours, an hour less than the provider stores it', () => {
  expect(isKeyExpired({ created_at }, hoursLater(23))).toBe(false);
  expect(isKeyExpired({ created_at }, hoursLater(23, 1))).toBe(true);
});

it('a receipt is checked for a week, as often as a payment of that age', () => {
  expect(nextReceiptCheck({ created_at }, created_at)).toEqual(hoursLater(0, 25_000));
  expect(nextReceiptCheck({ created_at }, hoursLater(168))).toEqual(hoursLater(169));
  expect(nextReceiptCheck({ created_at }, hoursLater(168, 1))).toBeNull();
});

it('a payment that the provider no longer has is abandoned after three days', () => {
  expect(lostPaymentTimeoutMs).toBe(259_200_000);
});
