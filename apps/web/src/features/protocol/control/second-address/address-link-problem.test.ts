import { ApiError } from '@zavet/contract/client';
import { type ErrorCode, errorStatuses } from '@zavet/contract/errors';
import { expect, test } from 'vitest';
import { addressLinkProblemOf } from './address-link-problem.ts';

const answered = (code: ErrorCode) =>
  new ApiError(errorStatuses[code], { error: { code }, request_id: 'r' });

test('tells an expired link from one that never worked', () => {
  expect(addressLinkProblemOf(answered('link_expired'))).toBe('expired');
  expect(addressLinkProblemOf(answered('link_invalid'))).toBe('invalid');
  expect(addressLinkProblemOf(answered('invalid_input'))).toBe('invalid');
});

test('does not blame the link for a server that is away or for a refused address', () => {
  expect(addressLinkProblemOf(new TypeError('Failed to fetch'))).toBeUndefined();
  expect(addressLinkProblemOf(answered('second_address_taken'))).toBeUndefined();
  expect(addressLinkProblemOf(null)).toBeUndefined();
});
