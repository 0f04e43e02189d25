import { ApiError } from '@zavet/contract/client';
import type { ErrorCode } from '@zavet/contract/errors';
import { expect, test } from 'vitest';
import { deletionFailureOf } from './deletion-failure.ts';

function answer(status: number, code: ErrorCode) {
  return new ApiError(status, { error: { code }, request_id: 'r' });
}

test('a refusal is told with its reason', () => {
  expect(deletionFailureOf(answer(429, 'too_many_requests'))).toBe('refused');
});

test('a server that cannot be reached is told as an error with its reason', () => {
  expect(deletionFailureOf(new TypeError('fetch failed'))).toBe('error');
  expect(deletionFailureOf(new DOMException('late', 'TimeoutError'))).toBe('error');
  expect(deletionFailureOf(answer(503, 'database_unavailable'))).toBe('error');
});

test('a failure without a reason is told plainly', () => {
  expect(deletionFailureOf(answer(500, 'internal_error'))).toBe('failed');
  expect(deletionFailureOf(new Error('unforeseen'))).toBe('failed');
});
