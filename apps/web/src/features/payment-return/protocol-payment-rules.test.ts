import { expect, test } from 'vitest';
import { type Answer, isAskedAgain, nextPaymentState } from './protocol-payment-rules.ts';

const answered = (status: 'pending' | 'succeeded' | 'canceled'): Answer => ({
  kind: 'answered',
  status,
});
const after = (answer: Answer, elapsedMs = 0, mockStatus?: 'error' | 'succeeded') =>
  nextPaymentState({ state: 'pending', answer, mockStatus, elapsedMs });

test('only the server says that a payment has ended, whatever the address claims', () => {
  expect(after(answered('succeeded'))).toBe('succeeded');
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
  expect(next(answered('succeeded'))).toBe('succeeded');
  expect(next({ kind: 'refused' })).toBe('uncheckable');
});

test('what has ended is not asked about again', () => {
  for (const state of ['succeeded', 'canceled', 'failed'] as const) {
    expect(isAskedAgain(state, 0)).toBe(false);
  }
});
