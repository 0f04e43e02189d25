import type { PaymentOutcome } from '@zavet/contract/billing/payment-values';
import { describe, expect, it } from 'vitest';
import {
  addMockResult,
  type CheckResponse,
  isPaid,
  nextPaymentState,
  parseReturnUrl,
  paymentReturnOf,
  planPaymentOutcomeOf,
  shouldPollAgain,
} from './payment-return-rules.ts';

const id = '018f3c1e-7a44-7c1d-9b0a-3f1f0d5c2a11';

describe('return URL', () => {
  it('has the plan, the payment and the result of the mock page', () => {
    const search = { plan_id: 'storage_300_monthly', payment_id: id, status: 'canceled' };
    expect(paymentReturnOf(search)).toEqual({
      kind: 'plan',
      payment: { planId: 'storage_300_monthly', paymentId: id, status: 'canceled' },
    });
  });

  it('ignores an invalid payment id and an unknown status', () => {
    const search = { plan_id: 'storage_300_monthly', payment_id: 'x', status: 'paid' };
    expect(paymentReturnOf(search)).toEqual({
      kind: 'plan',
      payment: { planId: 'storage_300_monthly', paymentId: undefined, status: undefined },
    });
  });

  it('with an unknown plan is reported as such', () => {
    expect(paymentReturnOf({ plan_id: 'storage_9000_monthly' })).toEqual({ kind: 'unknown_plan' });
  });

  it('of an activation requires its token', () => {
    const search = { type: 'protocol_activation', plan_id: 'storage_300_monthly' };
    expect(paymentReturnOf(search)).toEqual({ kind: 'missing_token' });
    expect(paymentReturnOf({})).toEqual({ kind: 'missing_token' });
    expect(paymentReturnOf({ ...search, crt: 'abc', payment_id: id, status: 'error' })).toEqual({
      kind: 'protocol',
      payment: { clientReturnToken: 'abc', paymentId: id, status: 'error' },
    });
  });

  it("of a gifted plan requires its token and is never treated as the user's own plan", () => {
    const search = { type: 'plan_gift', plan_id: 'storage_300_monthly' };
    expect(paymentReturnOf(search)).toEqual({ kind: 'missing_token' });
    expect(paymentReturnOf({ ...search, crt: 'abc', payment_id: id })).toEqual({
      kind: 'gift',
      payment: { clientReturnToken: 'abc', paymentId: id, status: undefined },
    });
  });
});

describe('displayed outcome of a plan payment', () => {
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
  ] as const)('for %s from the server and %s in the URL is %s', (answered, status, outcome) => {
    expect(planPaymentOutcomeOf(answered, status)).toBe(outcome);
  });
});

const answered = (outcome: PaymentOutcome): CheckResponse => ({ kind: 'answered', outcome });
const stateAfter = (response: CheckResponse, elapsedMs = 0, mockStatus?: 'error' | 'succeeded') =>
  nextPaymentState({ state: 'pending', response, mockStatus, elapsedMs });

it('only the server can report a final outcome, regardless of the URL', () => {
  expect(stateAfter(answered('in_force'))).toBe('succeeded');
  expect(stateAfter(answered('canceled'))).toBe('canceled');
  expect(stateAfter(answered('canceled'), 0, 'error')).toBe('failed');
  expect(stateAfter(answered('pending'), 0, 'succeeded')).toBe('pending');
});

it('retries a refused check for up to two minutes', () => {
  const refused: CheckResponse = { kind: 'refused' };
  expect(stateAfter(refused, 118_000)).toBe('pending');
  expect(shouldPollAgain('pending', 118_000)).toBe(true);
  expect(stateAfter(refused, 120_000)).toBe('unconfirmed');
  expect(stateAfter(answered('pending'), 120_000)).toBe('unconfirmed');
  expect(shouldPollAgain('unconfirmed', 0)).toBe(false);
});

it('shows a check without a response, retries it, and replaces it by the next response', () => {
  expect(stateAfter({ kind: 'unanswered' })).toBe('uncheckable');
  expect(shouldPollAgain('uncheckable', 4_000)).toBe(true);
  expect(shouldPollAgain('uncheckable', 120_000)).toBe(false);
  const state = 'uncheckable';
  const next = (response: CheckResponse) =>
    nextPaymentState({ state, response, mockStatus: undefined, elapsedMs: 4_000 });
  expect(next(answered('pending'))).toBe('pending');
  expect(next(answered('in_force'))).toBe('succeeded');
  expect(next({ kind: 'refused' })).toBe('uncheckable');
  const late = { state, mockStatus: undefined, elapsedMs: 120_000 } as const;
  expect(nextPaymentState({ ...late, response: { kind: 'refused' } })).toBe('unconfirmed');
});

it('a payment in the waiting period counts as paid', () => {
  expect(stateAfter(answered('waiting'))).toBe('waiting');
  expect(stateAfter(answered('waiting'), 120_000)).toBe('waiting');
  expect([isPaid('waiting'), isPaid('succeeded')]).toEqual([true, true]);
  expect([isPaid('pending'), isPaid('past'), isPaid('refunded')]).toEqual([false, false, false]);
});

it('a refunded payment is never shown as a started protocol', () => {
  expect(stateAfter(answered('refunded'), 0, 'succeeded')).toBe('refunded');
  expect(stateAfter(answered('refund_failed'), 0, 'succeeded')).toBe('refundFailed');
  expect(stateAfter(answered('past'), 0, 'succeeded')).toBe('past');
});

it('an unneeded payment is shown immediately and polled while it can be paid', () => {
  expect(stateAfter(answered('unneeded'))).toBe('unneeded');
  expect(shouldPollAgain('unneeded', 4_000)).toBe(true);
  expect(stateAfter(answered('unneeded'), 120_000)).toBe('unneeded');
  expect(shouldPollAgain('unneeded', 120_000)).toBe(false);
});

it('a final state is not polled again', () => {
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
    expect(shouldPollAgain(state, 0)).toBe(false);
  }
});

const origin = 'https://zavet.example';

describe('return URL of the mock payment', () => {
  it.each(['https://zavet.example/yookassa-return?plan_id=a', '/yookassa-return?plan_id=a'])(
    'accepts %s',
    (address) => {
      expect(parseReturnUrl(address, origin)?.href).toBe(
        'https://zavet.example/yookassa-return?plan_id=a',
      );
    },
  );

  it.each([
    undefined,
    '',
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    'http://zavet.example/',
    'https://zavet.example:444/',
    'https://zavet.example.evil.example/',
    'https://zavet.example@evil.example/',
    'https://name:word@zavet.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:https://zavet.example/1',
  ])('rejects %j', (address) => {
    expect(parseReturnUrl(address, origin)).toBeUndefined();
  });
});

describe('result of the mock payment', () => {
  const address = new URL('/yookassa-return?plan_id=a&status=forged', origin);

  it('adds payment, status and token to the parameters of the return URL', () => {
    const result = { status: 'succeeded', paymentId: 'p1', crt: 'c 1' } as const;
    expect(addMockResult(address, result)).toBe(
      `${origin}/yookassa-return?plan_id=a&status=succeeded&payment_id=p1&crt=c+1`,
    );
  });

  it('has no token parameter without a token', () => {
    const result = { status: 'error', paymentId: 'p1', crt: '' } as const;
    expect(new URL(addMockResult(address, result)).searchParams.has('crt')).toBe(false);
  });
});
