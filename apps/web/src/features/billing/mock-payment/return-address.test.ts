import { describe, expect, it } from 'vitest';
import { returnAddress, withResult } from './return-address.ts';

const origin = 'https://zavet.example';

describe('return URL of the mock payment', () => {
  it.each(['https://zavet.example/yookassa-return?plan_id=a', '/yookassa-return?plan_id=a'])(
    'accepts %s',
    (address) => {
      expect(returnAddress(address, origin)?.href).toBe(
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
    expect(returnAddress(address, origin)).toBeUndefined();
  });
});

describe('result of the mock payment', () => {
  const address = new URL('/yookassa-return?plan_id=a&status=forged', origin);

  it('adds payment, status and token to the parameters of the return URL', () => {
    const result = { status: 'succeeded', paymentId: 'p1', crt: 'c 1' } as const;
    expect(withResult(address, result)).toBe(
      `${origin}/yookassa-return?plan_id=a&status=succeeded&payment_id=p1&crt=c+1`,
    );
  });

  it('has no token parameter without a token', () => {
    const result = { status: 'error', paymentId: 'p1', crt: '' } as const;
    expect(new URL(withResult(address, result)).searchParams.has('crt')).toBe(false);
  });
});
