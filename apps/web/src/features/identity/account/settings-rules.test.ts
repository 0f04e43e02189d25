import { ApiError } from '@zavet/contract/client';
import type { ErrorCode } from '@zavet/contract/errors';
import { expect, test } from 'vitest';
import { deletionFailureOf, fieldsLockedBySaving } from './settings-rules.ts';

const noInfo = { first_name: null, last_name: null, date_of_birth: null };
const anna = { first_name: 'Анна', last_name: 'Лаврова', date_of_birth: null };

test('a save locks the fields that it sets for the first time', () => {
  expect(fieldsLockedBySaving(noInfo, anna)).toEqual({ first_name: 'Анна', last_name: 'Лаврова' });
});

test('a save does not lock stored fields again', () => {
  const given = { ...anna, date_of_birth: '1958-03-05' };
  expect(fieldsLockedBySaving(anna, given)).toEqual({ date_of_birth: '1958-03-05' });
});

test('a save without new values locks nothing', () => {
  expect(fieldsLockedBySaving(anna, anna)).toEqual({});
});

function apiError(status: number, code: ErrorCode) {
  return new ApiError(status, { error: { code }, request_id: 'r' });
}

test('a refused deletion is reported as refused', () => {
  expect(deletionFailureOf(apiError(429, 'too_many_requests'))).toBe('refused');
});

test('an unreachable server is reported as an error', () => {
  expect(deletionFailureOf(new TypeError('fetch failed'))).toBe('error');
  expect(deletionFailureOf(new DOMException('late', 'TimeoutError'))).toBe('error');
  expect(deletionFailureOf(apiError(503, 'database_unavailable'))).toBe('error');
});

test('a deletion without a known failure reason is reported as failed', () => {
  expect(deletionFailureOf(apiError(500, 'internal_error'))).toBe('failed');
  expect(deletionFailureOf(new Error('unforeseen'))).toBe('failed');
});
