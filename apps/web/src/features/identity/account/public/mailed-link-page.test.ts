import { ApiError } from '@zavet/contract/client';
import { type ErrorCode, errorStatuses } from '@zavet/contract/errors';
import { expect, test } from 'vitest';
import { linkProblemOf } from './mailed-link-page.tsx';

const answered = (code: ErrorCode) =>
  new ApiError(errorStatuses[code], { error: { code }, request_id: 'r' });

test('tells an expired link from one that never worked', () => {
  expect(linkProblemOf(answered('link_expired'))).toBe('expired');
  expect(linkProblemOf(answered('link_invalid'))).toBe('invalid');
  expect(linkProblemOf(answered('invalid_input'))).toBe('invalid');
});

test('does not blame the link for a server that is away or for a refused answer', () => {
  expect(linkProblemOf(new TypeError('Failed to fetch'))).toBeUndefined();
  expect(linkProblemOf(answered('database_unavailable'))).toBeUndefined();
  expect(linkProblemOf(answered('contact_activated'))).toBeUndefined();
  expect(linkProblemOf(null)).toBeUndefined();
  expect(linkProblemOf(undefined)).toBeUndefined();
});
