import { describe, expect, it } from 'vitest';
import { downtimeBefore, isUninterrupted, maxHeartbeatGapMs } from './interruption-rules.ts';

const now = new Date('2026-11-15T12:00:00.000Z');
const before = (ms: number) => new Date(now.getTime() - ms);
const hour = 60 * 60 * 1000;

describe('downtime', () => {
  it.each([
    ['no gap', 0, true],
    ['a restart', maxHeartbeatGapMs, true],
    ['a longer gap', maxHeartbeatGapMs + 1, false],
    ['a clock set back slightly', -maxHeartbeatGapMs, true],
    ['a clock set back', -maxHeartbeatGapMs - 1, false],
  ])('is detected by the heartbeat: %s', (_, agoMs, isUp) => {
    const heartbeat = { seen_at: before(agoMs), now };
    expect(isUninterrupted(heartbeat)).toBe(isUp);
    expect(downtimeBefore(heartbeat, now) === undefined).toBe(isUp);
  });

  it('lasts from the last heartbeat until now', () => {
    const heartbeat = { seen_at: before(5 * hour), now };
    expect(downtimeBefore(heartbeat, now)).toEqual({ began_at: before(5 * hour), ended_at: now });
  });

  it('keeps its length when the clock was advanced', () => {
    const ahead = new Date(now.getTime() + 72 * hour);
    const began_at = new Date(ahead.getTime() - 5 * hour);
    expect(downtimeBefore({ seen_at: before(5 * hour), now }, ahead)).toEqual({
      began_at,
      ended_at: ahead,
    });
  });

  it('has no duration when the clock was set back', () => {
    const heartbeat = { seen_at: before(-5 * hour), now };
    expect(downtimeBefore(heartbeat, now)).toEqual({ began_at: now, ended_at: now });
  });
});
