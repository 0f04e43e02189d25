import { ApiError } from '@zavet/contract/client';
import { describe, expect, test } from 'vitest';
import { isRefusal, isSignedOutAlready, needsRefresh } from './session-rules.ts';

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

test('an answer that there is no session means that one is signed out already', () => {
  const answers = [401, 403, 404, 400, 500].map((status) => new ApiError(status, undefined));
  expect(answers.map(isSignedOutAlready)).toEqual([true, true, true, false, false]);
  expect(isSignedOutAlready(new TypeError('Failed to fetch'))).toBe(false);
});
