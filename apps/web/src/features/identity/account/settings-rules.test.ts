import { ApiError } from '@zavet/contract/client';
import type { ErrorCode } from '@zavet/contract/errors';
import { expect, test } from 'vitest';
import { deletionFailureOf, fieldsLockedBySaving } from './settings-rules.ts';

const nothing = { first_name: null, last_name: null, date_of_birth: null };
const anna = { first_name: 'Анна', last_name: 'Лаврова', date_of_birth: null };

test('names the fields that a save sets permanently', () => {
  expect(fieldsLockedBySaving(nothing, anna)).toEqual({ first_name: 'Анна', last_name: 'Лаврова' });
});

test('leaves out what is stored already', () => {
  const given = { ...anna, date_of_birth: '1958-03-05' };
  expect(fieldsLockedBySaving(anna, given)).toEqual({ date_of_birth: '1958-03-05' });
});

test('asks about nothing when nothing is new', () => {
  expect(fieldsLockedBySaving(anna, anna)).toEqual({});
});

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
