import type { PaymentOutcome } from '@zavet/contract/billing/payment-values';
import { expect, test } from 'vitest';
import { type Answer, isAskedAgain, isPaid, nextPaymentState } from './protocol-payment-rules.ts';

const answered = (outcome: PaymentOutcome): Answer => ({ kind: 'answered', outcome });
const after = (answer: Answer, elapsedMs = 0, mockStatus?: 'error' | 'succeeded') =>
  nextPaymentState({ state: 'pending', answer, mockStatus, elapsedMs });

test('only the server says that a payment has ended, whatever the address claims', () => {
  expect(after(answered('in_force'))).toBe('succeeded');
  expect(after(answered('canceled'))).toBe('canceled');
  expect(after(answered('canceled'), 0, 'error')).toBe('failed');
  expect(after(answered('pending'), 0, 'succeeded')).toBe('pending');
});

test('a refusal is simply asked again, every two seconds up to two minutes', () => {
  const refused: Answer = { kind: 'refused' };
  expect(after(refused, 118_000)).toBe('pending');
  expect(isAskedAgain('pending', 118_000)).toBe(true);
  expect(after(refused, 120_000)).toBe('unconfirmed');
  expect(after(answered('pending'), 120_000)).toBe('unconfirmed');
  expect(isAskedAgain('unconfirmed', 0)).toBe(false);
});

test('a question without an answer is told, asked again, and forgotten with the next answer', () => {
  expect(after({ kind: 'unanswered' })).toBe('uncheckable');
  expect(isAskedAgain('uncheckable', 4_000)).toBe(true);
  expect(isAskedAgain('uncheckable', 120_000)).toBe(false);
  const state = 'uncheckable';
  const next = (answer: Answer) =>
    nextPaymentState({ state, answer, mockStatus: undefined, elapsedMs: 4_000 });
  expect(next(answered('pending'))).toBe('pending');
  expect(next(answered('in_force'))).toBe('succeeded');
  expect(next({ kind: 'refused' })).toBe('uncheckable');
  const late = { state, mockStatus: undefined, elapsedMs: 120_000 } as const;
  expect(nextPaymentState({ ...late, answer: { kind: 'refused' } })).toBe('unconfirmed');
});

test('a payment whose letters wait is paid, and is told as nothing else', () => {
  expect(after(answered('waiting'))).toBe('waiting');
  expect(after(answered('waiting'), 120_000)).toBe('waiting');
  expect([isPaid('waiting'), isPaid('succeeded')]).toEqual([true, true]);
  expect([isPaid('pending'), isPaid('past'), isPaid('refunded')]).toEqual([false, false, false]);
});

test('money that went back is never told as a protocol that is started', () => {
  expect(after(answered('refunded'), 0, 'succeeded')).toBe('refunded');
  expect(after(answered('refund_failed'), 0, 'succeeded')).toBe('refundFailed');
  expect(after(answered('past'), 0, 'succeeded')).toBe('past');
});

test('a payment that nobody waits for is told at once, and asked after while it may be paid', () => {
  expect(after(answered('unneeded'))).toBe('unneeded');
  expect(isAskedAgain('unneeded', 4_000)).toBe(true);
  expect(after(answered('unneeded'), 120_000)).toBe('unneeded');
  expect(isAskedAgain('unneeded', 120_000)).toBe(false);
});

test('what has ended is not asked about again', () => {
  const ends = [
    'succeeded',
    'waiting',
    'past',
    'refunded',
    'refundFailed',
    'canceled',
    'failed',
  ] as const;
  for (const state of ends) {
    expect(isAskedAgain(state, 0)).toBe(false);
  }
});
