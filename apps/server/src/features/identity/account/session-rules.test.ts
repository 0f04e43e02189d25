import { describe, expect, it } from 'vitest';
import { endOfSession, isProven } from './session-rules.ts';

const start = new Date('2026-11-15T12:00:00.000Z');
const minute = 60_000;
const day = 24 * 60 * minute;
const after = (ms: number) => new Date(start.getTime() + ms);

describe('a session', () => {
  it('ends thirty days after its last use', () => {
    expect(endOfSession(start, after(10 * day))).toEqual(after(40 * day));
  });

  it('ends ninety days after the sign-in, however much it is used', () => {
    expect(endOfSession(start, after(59 * day))).toEqual(after(89 * day));
    expect(endOfSession(start, after(61 * day))).toEqual(after(90 * day));
    expect(endOfSession(start, after(89 * day))).toEqual(after(90 * day));
  });
});

describe('a proof', () => {
  it('is fresh for ten minutes', () => {
    expect(isProven('fresh', start, start)).toBe(true);
    expect(isProven('fresh', start, after(10 * minute - 1))).toBe(true);
    expect(isProven('fresh', start, after(10 * minute))).toBe(false);
  });

  it('is recent for an hour', () => {
    expect(isProven('recent', start, start)).toBe(true);
    expect(isProven('recent', start, after(60 * minute - 1))).toBe(true);
    expect(isProven('recent', start, after(60 * minute))).toBe(false);
  });

  it.each(['fresh', 'recent'] as const)(
    'is not %s when there was none, or in the future',
    (proof) => {
      expect(isProven(proof, null, start)).toBe(false);
      expect(isProven(proof, undefined, start)).toBe(false);
      expect(isProven(proof, after(minute), start)).toBe(false);
    },
  );
});
