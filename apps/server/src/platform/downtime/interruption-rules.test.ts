import { describe, expect, it } from 'vitest';
import { downtimeBefore, isUninterrupted, maxHeartbeatGapMs } from './interruption-rules.ts';

const now = new Date('2026-11-15T12:00:00.000Z');
const before = (ms: number) => new Date(now.getTime() - ms);
const hour = 60 * 60 * 1000;

describe('a worker', () => {
  it.each([
    ['has given a sign just now', 0, true],
    ['was restarted', maxHeartbeatGapMs, true],
    ['was away', maxHeartbeatGapMs + 1, false],
    ['has a clock that was put back a little', -maxHeartbeatGapMs, true],
    ['has a clock that was put back', -maxHeartbeatGapMs - 1, false],
  ])('that %s', (_, agoMs, isFine) => {
    const sign = { seen_at: before(agoMs), now };
    expect(isUninterrupted(sign)).toBe(isFine);
    expect(downtimeBefore(sign, now) === undefined).toBe(isFine);
  });

  it('that was away was so from its last sign until now', () => {
    const sign = { seen_at: before(5 * hour), now };
    expect(downtimeBefore(sign, now)).toEqual({ began_at: before(5 * hour), ended_at: now });
  });

  it('was away just as long where our own clock was put ahead for a trial', () => {
    const ahead = new Date(now.getTime() + 72 * hour);
    const began_at = new Date(ahead.getTime() - 5 * hour);
    expect(downtimeBefore({ seen_at: before(5 * hour), now }, ahead)).toEqual({
      began_at,
      ended_at: ahead,
    });
  });

  it('whose clock was put back counts as away until now, nobody knows since when', () => {
    const sign = { seen_at: before(-5 * hour), now };
    expect(downtimeBefore(sign, now)).toEqual({ began_at: now, ended_at: now });
  });
});
