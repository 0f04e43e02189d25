import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endOfSession, isProven, remainingPauseSeconds } from './session-rules.ts';

const now = new Date('2026-11-15T12:00:00Z');

const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000);

describe('attempts to sign in', () => {
  it('are not paused before the fifth failure', () => {
    expect(remainingPauseSeconds(undefined, now)).toBe(0);
    for (const failures of [0, 1, 2, 3, 4]) {
      expect(remainingPauseSeconds({ failures, lastFailedAt: now }, now)).toBe(0);
    }
  });

  it('are paused after the fifth failure, with the remaining seconds', () => {
    expect(remainingPauseSeconds({ failures: 5, lastFailedAt: secondsAgo(2) }, now)).toBe(3);
    expect(remainingPauseSeconds({ failures: 5, lastFailedAt: secondsAgo(4.9) }, now)).toBe(1);
    expect(remainingPauseSeconds({ failures: 5, lastFailedAt: secondsAgo(5) }, now)).toBe(0);
  });

  it('are paused for five minutes at most', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 0 }), (failures, ago) => {
        const left = remainingPauseSeconds({ failures, lastFailedAt: secondsAgo(ago) }, now);
        expect(left).toBeLessThanOrEqual(300);
        expect(ago < 300 || left === 0).toBe(true);
      }),
    );
  });

  it('are paused twice as long after each further failure, up to five minutes', () => {
    const pauses = [5, 6, 7, 8, 9, 10, 11, 12, 1_000].map((failures) =>
      remainingPauseSeconds({ failures, lastFailedAt: now }, now),
    );
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300]);
  });

  it('start at zero after an hour without failures', () => {
    expect(remainingPauseSeconds({ failures: 40, lastFailedAt: secondsAgo(3_600) }, now)).toBe(0);
  });

  it('stay paused if the clock jumps back', () => {
    expect(remainingPauseSeconds({ failures: 5, lastFailedAt: secondsAgo(-3_600) }, now)).toBe(5);
  });
});

const start = new Date('2026-11-15T12:00:00.000Z');

const minute = 60_000;

const day = 24 * 60 * minute;

const after = (ms: number) => new Date(start.getTime() + ms);

describe('a session', () => {
  it('expires thirty days after its last use', () => {
    expect(endOfSession(start, after(10 * day))).toEqual(after(40 * day));
  });

  it('expires ninety days after the sign-in, even if used', () => {
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

  it.each(['fresh', 'recent'] as const)('is not %s if missing or in the future', (proof) => {
    expect(isProven(proof, null, start)).toBe(false);
    expect(isProven(proof, undefined, start)).toBe(false);
    expect(isProven(proof, after(minute), start)).toBe(false);
  });
});
