import type { PaymentView } from '@zavet/contract/billing/payment-endpoints';
import { expect, test } from 'vitest';
import { isInProgress, pendingIds } from './plan-rules.ts';

const begun = '2026-11-15T10:00:00.000Z';
const payment = (change: Partial<PaymentView>): PaymentView => ({
  id: 'a',
  plan_id: 'storage_300_monthly',
  kind: 'purchase',
  amount: 300,
  currency: 'RUB',
  status: 'pending',
  refund: null,
  receipt: null,
  owner_name: null,
  created_at: begun,
  ...change,
});
const minutesLater = (minutes: number) => Date.parse(begun) + minutes * 60_000;

test('news is awaited of a payment that has just begun, not of one that was left', () => {
  expect(isInProgress(payment({}), minutesLater(9))).toBe(true);
  expect(isInProgress(payment({}), minutesLater(11))).toBe(false);
  expect(isInProgress(payment({ status: 'succeeded' }), minutesLater(1))).toBe(false);
});

test('a payment that ends changes the list of those under way', () => {
  const other = payment({ id: 'b' });
  expect(pendingIds([payment({}), other])).toBe('a,b');
  expect(pendingIds([payment({ status: 'canceled' }), other])).toBe('b');
});
