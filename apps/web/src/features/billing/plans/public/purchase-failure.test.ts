import { ApiError } from '@zavet/contract/client';
import type { ErrorCode } from '@zavet/contract/errors';
import { describe, expect, it } from 'vitest';
import { CheckoutError, parseConfirmationUrl, purchaseFailureOf } from './purchase-failure.tsx';

const apiError = (status: number, code: ErrorCode) =>
  new ApiError(status, { error: { code }, request_id: 'r1' });

describe('failed purchase', () => {
  it('distinguishes a missing session from an expired one', () => {
    expect(purchaseFailureOf(apiError(401, 'session_missing'))).toEqual({ kind: 'notSignedIn' });
    expect(purchaseFailureOf(apiError(401, 'session_expired'))).toEqual({ kind: 'noSession' });
    expect(purchaseFailureOf(new CheckoutError('noSession'))).toEqual({ kind: 'noSession' });
  });

  it('keeps the error of the server', () => {
    const error = apiError(409, 'plan_not_offered');
    expect(purchaseFailureOf(error)).toEqual({ kind: 'refused', error });
  });

  it('keeps the HTTP status of a response that is not from the server', () => {
    expect(purchaseFailureOf(new ApiError(502, undefined))).toEqual({ kind: 'http', status: 502 });
  });

  it('without a response keeps the original error', () => {
    const error = new TypeError('Failed to fetch');
    expect(purchaseFailureOf(error)).toEqual({ kind: 'failed', error });
  });
});

describe('payment URL', () => {
  it.each(['https://yoomoney.ru/checkout?orderId=1', 'http://localhost:3000/mock-payment'])(
    'accepts %s',
    (url) => expect(parseConfirmationUrl(url)).toBe(url),
  );

  it.each([undefined, null, '', '/mock-payment', 'javascript:alert(1)', 'data:text/html,x', 7])(
    'rejects %j',
    (url) => expect(() => parseConfirmationUrl(url)).toThrow(CheckoutError),
  );
});
