import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pauseLeft } from './sign-in-rules.ts';

const now = new Date('2026-11-15T12:00:00Z');
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000);

describe('attempts to sign in', () => {
  it('are free before the first failure and until five have failed', () => {
    expect(pauseLeft(undefined, now)).toBe(0);
    for (const failures of [0, 1, 2, 3, 4]) {
      expect(pauseLeft({ failures, lastFailedAt: now }, now)).toBe(0);
    }
  });

  it('have to wait after the fifth failure, and say for how long', () => {
    expect(pauseLeft({ failures: 5, lastFailedAt: secondsAgo(2) }, now)).toBe(3);
    expect(pauseLeft({ failures: 5, lastFailedAt: secondsAgo(4.9) }, now)).toBe(1);
    expect(pauseLeft({ failures: 5, lastFailedAt: secondsAgo(5) }, now)).toBe(0);
  });

  it('never have to wait more than five minutes, so nobody is locked out', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 0 }), (failures, ago) => {
        const left = pauseLeft({ failures, lastFailedAt: secondsAgo(ago) }, now);
        expect(left).toBeLessThanOrEqual(300);
        expect(ago < 300 || left === 0).toBe(true);
      }),
    );
  });

  it('wait twice as long after each further failure, up to five minutes', () => {
    const pauses = [5, 6, 7, 8, 9, 10, 11, 12, 1_000].map((failures) =>
      pauseLeft({ failures, lastFailedAt: now }, now),
    );
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300]);
  });

  it('start afresh after an hour of silence', () => {
    expect(pauseLeft({ failures: 40, lastFailedAt: secondsAgo(3_600) }, now)).toBe(0);
  });

  it('are not freed by a clock that jumps back', () => {
    expect(pauseLeft({ failures: 5, lastFailedAt: secondsAgo(-3_600) }, now)).toBe(5);
  });
});
