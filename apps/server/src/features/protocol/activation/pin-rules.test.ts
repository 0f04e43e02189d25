import { describe, expect, it } from 'vitest';
import { afterRightPin, afterWrongPin, isLocked } from './start-rules.ts';

const now = new Date('2026-11-15T12:00:00Z');
const hour = 3_600_000;

describe('wrong PINs', () => {
  it('lock a contact out for 24 hours at the fifth', () => {
    let tries = afterRightPin;
    for (let wrong = 1; wrong <= 4; wrong++) {
      tries = afterWrongPin(tries, now);
      expect(isLocked(tries, now)).toBe(false);
    }
    tries = afterWrongPin(tries, now);
    expect(isLocked(tries, now)).toBe(true);
    expect(isLocked(tries, new Date(now.getTime() + 24 * hour - 1))).toBe(true);
    expect(isLocked(tries, new Date(now.getTime() + 24 * hour))).toBe(false);
  });

  it('lock nobody out for longer, whatever a clock that ran ahead has written', () => {
    const until = (ms: number) => ({ failures: 5, locked_until: new Date(now.getTime() + ms) });
    expect(isLocked(until(24 * hour), now)).toBe(true);
    expect(isLocked(until(24 * hour + 1), now)).toBe(false);
  });

  it('are counted from one again after a lock', () => {
    const locked = { failures: 5, locked_until: new Date(now.getTime() - 1) };
    expect(afterWrongPin(locked, now)).toEqual({ failures: 1, locked_until: null });
  });

  it('are forgotten after a right one', () => {
    expect(afterRightPin).toEqual({ failures: 0, locked_until: null });
  });
});
