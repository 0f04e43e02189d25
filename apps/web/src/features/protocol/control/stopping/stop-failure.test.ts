import { ApiError } from '@zavet/contract/client';
import { type ErrorCode, errorStatuses } from '@zavet/contract/errors';
import { expect, test } from 'vitest';
import { isUnknownCode, isUnknownLink } from './stop-failure.ts';

const answered = (code: ErrorCode) =>
  new ApiError(errorStatuses[code], { error: { code }, request_id: 'r' });

test('a link is blamed only for what lies in the link', () => {
  expect(isUnknownLink(answered('link_invalid'))).toBe(true);
  expect(isUnknownLink(answered('invalid_input'))).toBe(true);
  expect(isUnknownLink(answered('database_unavailable'))).toBe(false);
  expect(isUnknownLink(new TypeError('Failed to fetch'))).toBe(false);
  expect(isUnknownLink(null)).toBe(false);
});

test('a code is blamed only when the server does not know it', () => {
  expect(isUnknownCode(answered('stop_code_unknown'))).toBe(true);
  expect(isUnknownCode(answered('too_many_requests'))).toBe(false);
  expect(isUnknownCode(new TypeError('Failed to fetch'))).toBe(false);
});
