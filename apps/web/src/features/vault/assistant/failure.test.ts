import { ApiError } from '@zavet/contract/client';
import type { ErrorCode } from '@zavet/contract/errors';
import { expect, test } from 'vitest';
import { AnswerCutOff } from './conversation/answer-stream.ts';
import { failureOf } from './failure.ts';

const answered = (code: ErrorCode, facts = {}) =>
  new ApiError(500, { error: { code, facts }, request_id: 'r' });

test('a line that is down is told apart from a service in trouble', () => {
  expect(failureOf(new TypeError('Failed to fetch'))).toBe('network');
  expect(failureOf(new AnswerCutOff())).toBe('unknown');
  expect(failureOf(new SyntaxError('no JSON'))).toBe('unknown');
  expect(failureOf(new DOMException('', 'TimeoutError'))).toBe('timeout');
});

test('what the server says is passed on, unless it says nothing', () => {
  expect(failureOf(answered('database_unavailable'))).toBe('database_unavailable');
  expect(failureOf(answered('internal_error'))).toBe('unknown');
  expect(failureOf(new ApiError(502, undefined))).toBe('unknown');
});

test('too many in a minute is not too many in a day', () => {
  const refused = (seconds: number) =>
    failureOf(answered('too_many_requests', { retry_after_seconds: seconds }));
  expect(refused(40)).toBe('too_many_now');
  expect(refused(9 * 3600)).toBe('too_many_today');
  expect(failureOf(answered('too_many_requests'))).toBe('too_many_now');
});
