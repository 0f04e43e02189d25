import { describe, expect, it } from 'vitest';
import { endOfSession, isProofFresh } from './session-rules.ts';

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

describe('a proven password', () => {
  it('counts for ten minutes', () => {
    expect(isProofFresh(start, start)).toBe(true);
    expect(isProofFresh(start, after(10 * minute - 1))).toBe(true);
    expect(isProofFresh(start, after(10 * minute))).toBe(false);
  });

  it('does not count when it was never proven, or in the future', () => {
    expect(isProofFresh(null, start)).toBe(false);
    expect(isProofFresh(after(minute), start)).toBe(false);
  });
});
