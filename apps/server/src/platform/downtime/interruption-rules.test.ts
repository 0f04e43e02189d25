import { describe, expect, it } from 'vitest';
import {
  areSchedulesRunning,
  clockSetBackMs,
  downtimeBefore,
  isUninterrupted,
  maxHeartbeatGapMs,
} from './interruption-rules.ts';

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
    expect(downtimeBefore(heartbeat, now)).toEqual({ started_at: before(5 * hour), ended_at: now });
  });

  it('keeps its length when the clock was advanced', () => {
    const ahead = new Date(now.getTime() + 72 * hour);
    const started_at = new Date(ahead.getTime() - 5 * hour);
    expect(downtimeBefore({ seen_at: before(5 * hour), now }, ahead)).toEqual({
      started_at,
      ended_at: ahead,
    });
  });

  it('has no duration when the clock was set back', () => {
    const heartbeat = { seen_at: before(-5 * hour), now };
    expect(downtimeBefore(heartbeat, now)).toEqual({ started_at: now, ended_at: now });
  });
});

describe('the clock of the database', () => {
  it.each([
    ['no change', 30_000, 0],
    ['a correction', -5_000, 0],
    ['a change of seconds', -5_001, 5_001],
    ['a change of hours', -2 * hour, 2 * hour],
  ])('counts as set back only beyond a correction: %s', (_, agoMs, setBackMs) => {
    expect(clockSetBackMs({ seen_at: before(agoMs), now })).toBe(setBackMs);
  });
});

it('schedules have stopped without a heartbeat for three minutes, or with one in the future', () => {
  const minutes = 3 * 60_000;
  const areRunning = (agoMs: number) => areSchedulesRunning({ seen_at: before(agoMs), now });
  expect([minutes, minutes + 1, -minutes, -minutes - 1].map(areRunning)).toEqual([
    ...[true, false, true, false],
  ]);
});
