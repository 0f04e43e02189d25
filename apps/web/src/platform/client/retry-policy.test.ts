import { ApiError } from '@zavet/contract/client';
import { expect, test } from 'vitest';
import { backoffMs, isTransientFailure } from './retry-policy.ts';

test('delays start at 200 ms and double', () => {
  expect([0, 1, 2, 3].map(backoffMs)).toEqual([200, 400, 800, 1600]);
});

test('only missing responses and gateway errors are retried', () => {
  const answer = (status: number) => new ApiError(status, undefined);
  expect([502, 503, 504].map((status) => isTransientFailure(answer(status)))).not.toContain(false);
  expect(
    [400, 401, 403, 429, 500].map((status) => isTransientFailure(answer(status))),
  ).not.toContain(true);
  expect(isTransientFailure(new TypeError('Failed to fetch'))).toBe(true);
  expect(isTransientFailure(new DOMException('late', 'TimeoutError'))).toBe(true);
  expect(isTransientFailure(new DOMException('left', 'AbortError'))).toBe(false);
});
