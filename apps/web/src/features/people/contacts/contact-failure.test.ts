import { ApiError } from '@zavet/contract/client';
import { type ErrorCode, errorStatuses } from '@zavet/contract/errors';
import { expect, test } from 'vitest';
import { contactErrorKey, triesLeftAfter } from './contact-failure.ts';

const answered = (code: ErrorCode) =>
  new ApiError(errorStatuses[code], { error: { code }, request_id: 'r' });

test.each([
  ['invalid_code', 'codeInvalid'],
  ['already_confirmed', 'alreadyConfirmed'],
  ['contact_not_found', 'contactNotFoundInDb'],
  ['code_expired', 'codeExpired'],
  ['code_tries_exhausted', 'codeTriesExhausted'],
] as const)('a code refused with %s has a message of its own', (code, key) => {
  expect(contactErrorKey(answered(code), 'confirm')).toBe(key);
});

test('a refusal for the limit says what the limit is', () => {
  expect(contactErrorKey(answered('contact_limit_reached'), 'save')).toBe('maxContactsLimit');
});

test('no connection and no answer in time are told apart', () => {
  expect(contactErrorKey(new TypeError('Failed to fetch'), 'save')).toBe('connectionError');
  expect(contactErrorKey(new DOMException('', 'TimeoutError'), 'save')).toBe('networkError');
});

test('a failure without a better reason is named after what was tried', () => {
  const broken = answered('internal_error');
  expect(contactErrorKey(broken, 'fetch')).toBe('fetchError');
  expect(contactErrorKey(broken, 'save')).toBe('saveError');
  expect(contactErrorKey(broken, 'delete')).toBe('deleteError');
  expect(contactErrorKey(broken, 'email')).toBe('emailError');
  expect(contactErrorKey(broken, 'confirm')).toBe('confirmError');
  expect(contactErrorKey(new Error('odd'), 'confirm')).toBe('confirmError');
});

test('an invitation that could not be handed on names the mail service', () => {
  expect(contactErrorKey(new ApiError(503, undefined), 'email')).toBe('emailServiceUnavailable');
  expect(contactErrorKey(new ApiError(503, undefined), 'save')).toBe('saveError');
});

test('a general failure keeps its general words', () => {
  expect(contactErrorKey(answered('too_many_requests'), 'email')).toBeUndefined();
  expect(contactErrorKey(answered('database_unavailable'), 'email')).toBeUndefined();
});

test('a refusal says how many tries are left, and nothing else does', () => {
  const wrong = { code: 'invalid_code', facts: { tries_left: 3 } } as const;
  expect(triesLeftAfter(new ApiError(422, { error: wrong, request_id: 'r' }))).toBe(3);
  expect(triesLeftAfter(answered('code_tries_exhausted'))).toBe(0);
  expect(triesLeftAfter(answered('already_confirmed'))).toBeUndefined();
  expect(triesLeftAfter(new TypeError('Failed to fetch'))).toBeUndefined();
});
