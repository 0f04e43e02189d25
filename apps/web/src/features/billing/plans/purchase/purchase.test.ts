import { ApiError } from '@zavet/contract/client';
import type { ErrorCode } from '@zavet/contract/errors';
import { describe, expect, it } from 'vitest';
import {
  confirmationUrl,
  PurchaseImpossible,
  purchaseFailureOf,
} from '../public/purchase-failure.ts';
import { paymentRequest } from './payment-request.ts';

const answered = (status: number, code: ErrorCode) =>
  new ApiError(status, { error: { code }, request_id: 'r1' });

describe('a failed purchase', () => {
  it('says that one has to sign in, or that the session could not be had', () => {
    expect(purchaseFailureOf(answered(401, 'session_missing'))).toEqual({ kind: 'notSignedIn' });
    expect(purchaseFailureOf(answered(401, 'session_expired'))).toEqual({ kind: 'noSession' });
    expect(purchaseFailureOf(new PurchaseImpossible('noSession'))).toEqual({ kind: 'noSession' });
  });

  it('says what the server said', () => {
    const error = answered(409, 'plan_not_offered');
    expect(purchaseFailureOf(error)).toEqual({ kind: 'refused', error });
  });

  it('names the status of an answer that is not the server’s own', () => {
    expect(purchaseFailureOf(new ApiError(502, undefined))).toEqual({ kind: 'http', status: 502 });
  });

  it('without any answer is just a failure', () => {
    const error = new TypeError('Failed to fetch');
    expect(purchaseFailureOf(error)).toEqual({ kind: 'failed', error });
  });
});

describe('the address to pay at', () => {
  it.each(['https://yoomoney.ru/checkout?orderId=1', 'http://localhost:3000/mock-payment'])(
    'may be %s',
    (url) => expect(confirmationUrl(url)).toBe(url),
  );

  it.each([undefined, null, '', '/mock-payment', 'javascript:alert(1)', 'data:text/html,x', 7])(
    'must not be %j',
    (url) => expect(() => confirmationUrl(url)).toThrow(PurchaseImpossible),
  );
});

it('a request names the price of the offer and comes back with product and period', () => {
  const request = paymentRequest({
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
