import { ApiError } from '@zavet/contract/client';
import type { ErrorCode } from '@zavet/contract/errors';
import { expect, test } from 'vitest';
import { canRetry } from './upload-failure.ts';

const answered = (code: ErrorCode) => new ApiError(400, { error: { code }, request_id: 'r' });

test.each<ErrorCode>([
  'file_type_unsupported',
  'file_content_mismatch',
  'file_too_large',
  'file_already_attached',
  'instruction_closed',
])('sending a file again is not offered after %s', (code) => {
  expect(canRetry(answered(code))).toBe(false);
});

test('sending a file again is offered where it can succeed', () => {
  expect(canRetry(new TypeError('The file could not be sent'))).toBe(true);
  expect(canRetry(answered('file_storage_unavailable'))).toBe(true);
  expect(canRetry(answered('storage_limit_exceeded'))).toBe(true);
});
