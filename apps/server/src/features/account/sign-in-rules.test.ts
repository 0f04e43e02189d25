import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideAttempt, freeFailures, pauseAfter } from './sign-in-rules.ts';

const now = new Date('2026-11-15T12:00:00Z');
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000);

describe('attempts to sign in', () => {
  it('are free until five have failed', () => {
    for (let failures = 1; failures < freeFailures; failures++) {
      expect(decideAttempt({ failures, lastFailedAt: now }, now)).toEqual({
        allowed: true,
        failures: failures + 1,
      });
    }
  });

  it('have to wait after the fifth failure, and say for how long', () => {
    expect(decideAttempt({ failures: 5, lastFailedAt: secondsAgo(2) }, now)).toEqual({
      allowed: false,
      retryAfterSeconds: 3,
    });
    expect(decideAttempt({ failures: 5, lastFailedAt: secondsAgo(5) }, now).allowed).toBe(true);
  });

  it('never have to wait more than five minutes, so nobody is locked out', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 0 }), (failures, ago) => {
        const decision = decideAttempt({ failures, lastFailedAt: secondsAgo(ago) }, now);
        expect(decision.allowed || decision.retryAfterSeconds <= 300).toBe(true);
        expect(ago < 300 || decision.allowed).toBe(true);
      }),
    );
  });

  it('wait longer the more have failed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000 }), (failures) => {
        expect(pauseAfter(failures + 1)).toBeGreaterThanOrEqual(pauseAfter(failures));
      }),
    );
  });

  it('start afresh after an hour of silence', () => {
    expect(decideAttempt({ failures: 40, lastFailedAt: secondsAgo(3_600) }, now)).toEqual({
      allowed: true,
      failures: 1,
    });
  });

  it('are not freed by a clock that jumps back', () => {
    const decision = decideAttempt({ failures: 5, lastFailedAt: secondsAgo(-3_600) }, now);
    expect(decision).toEqual({ allowed: false, retryAfterSeconds: 5 });
  });
});
