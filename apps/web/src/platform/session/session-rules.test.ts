import { ApiError } from '@zavet/contract/client';
import { describe, expect, test } from 'vitest';
import { isRefusal, needsRefresh } from './session-rules.ts';

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

test('only a 401 is a refusal', () => {
  expect(isRefusal(new ApiError(401, undefined))).toBe(true);
  expect(isRefusal(new ApiError(500, undefined))).toBe(false);
  expect(isRefusal(new TypeError('Failed to fetch'))).toBe(false);
});
