import { ApiError } from '@zavet/contract/client';
import { describe, expect, test } from 'vitest';
import { backOffMs, isPassingFailure, isRefusal, needsRefresh } from './session-rules.ts';

const now = Date.parse('2026-11-15T12:00:00.000Z');
const inSeconds = (seconds: number) => new Date(now + seconds * 1000).toISOString();

describe('a session is renewed', () => {
  test('from three ticks of 30 seconds before its end', () => {
    expect(needsRefresh(inSeconds(91), now)).toBe(false);
    expect(needsRefresh(inSeconds(90), now)).toBe(true);
  });

  test('also when it has ended already', () => {
    expect(needsRefresh(inSeconds(-1), now)).toBe(true);
  });
});

test('pauses begin at 200 ms and double', () => {
  expect([0, 1, 2, 3].map(backOffMs)).toEqual([200, 400, 800, 1600]);
});

test('only silence and gateway errors are worth a repetition', () => {
  const answer = (status: number) => new ApiError(status, undefined);
  expect([502, 503, 504].map((status) => isPassingFailure(answer(status)))).not.toContain(false);
  expect([400, 401, 403, 429, 500].map((status) => isPassingFailure(answer(status)))).not.toContain(
    true,
  );
  expect(isPassingFailure(new TypeError('Failed to fetch'))).toBe(true);
  expect(isPassingFailure(new DOMException('late', 'TimeoutError'))).toBe(true);
  expect(isPassingFailure(new DOMException('left', 'AbortError'))).toBe(false);
});

test('only a 401 is a refusal', () => {
  expect(isRefusal(new ApiError(401, undefined))).toBe(true);
  expect(isRefusal(new ApiError(500, undefined))).toBe(false);
  expect(isRefusal(new TypeError('Failed to fetch'))).toBe(false);
});
