import { describe, expect, it } from 'vitest';
import { isDatabaseUnavailable } from './database-errors.ts';

const withCode = (code: string) => Object.assign(new Error('failed'), { code });

describe('an error of the database', () => {
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
  ])('that comes from a lost connection counts as unavailable: %s', (error) => {
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  it.each([
    withCode('23505'),
    withCode('42P01'),
    withCode('40P01'),
    new Error('other'),
    undefined,
    'ECONNREFUSED',
  ])('of another kind does not: %s', (error) => {
    expect(isDatabaseUnavailable(error)).toBe(false);
  });
});
