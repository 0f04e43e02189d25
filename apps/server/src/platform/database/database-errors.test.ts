import { describe, expect, it } from 'vitest';
import { isDatabaseUnavailable } from './database-errors.ts';

const withCode = (code: string) => Object.assign(new Error('failed'), { code });

describe('isDatabaseUnavailable', () => {
  it.each([
    withCode('ECONNREFUSED'),
    withCode('57P01'),
    withCode('08006'),
    withCode('57P03'),
    withCode('25006'),
    withCode('40001'),
    withCode('EHOSTUNREACH'),
    new Error('Query read timeout'),
    new Error('Client was closed and is not queryable'),
    new Error('Connection terminated unexpectedly'),
    new Error('query failed', { cause: withCode('ECONNRESET') }),
    new AggregateError([withCode('ECONNREFUSED')]),
  ])('accepts connection failures: %s', (error) => {
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  it.each([
    withCode('23505'),
    withCode('42P01'),
    withCode('40P01'),
    new Error('other'),
    undefined,
    'ECONNREFUSED',
  ])('rejects other errors: %s', (error) => {
    expect(isDatabaseUnavailable(error)).toBe(false);
  });
});
