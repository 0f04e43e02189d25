export const interruptionKinds = ['downtime', 'maintenance', 'outage'] as const;
export type InterruptionKind = (typeof interruptionKinds)[number];

export interface Interruption {
  started_at: Date;
  ended_at: Date;
}

/**
 * Longer gaps count as downtime. Heartbeats come twice a minute, and a restart takes less than
 * this.
 */
export const maxHeartbeatGapMs = 15 * 60 * 1000;

/** The last heartbeat and the current time, both by the clock of the database. */
export interface Heartbeat {
  seen_at: Date;
  now: Date;
}

/** A heartbeat in the future means that the clock was set back, so the gap is unknown. */
export function isUninterrupted({ seen_at, now }: Heartbeat): boolean {
  return Math.abs(now.getTime() - seen_at.getTime()) <= maxHeartbeatGapMs;
}

/** Corrections by a time service are smaller. */
const maxCorrectionMs = 5_000;

/** Minimum by which the clock was set back since the last heartbeat; 0 if it was not. */
export function clockSetBackMs({ seen_at, now }: Heartbeat): number {
  const ms = seen_at.getTime() - now.getTime();
  return ms > maxCorrectionMs ? ms : 0;
}

/** Heartbeats come twice a minute; after a longer gap, schedules have stopped or no worker runs. */
const maxScheduleGapMs = 3 * 60 * 1000;

export function areSchedulesRunning({ seen_at, now }: Heartbeat): boolean {
  return Math.abs(now.getTime() - seen_at.getTime()) <= maxScheduleGapMs;
}

/** The downtime that ended at `end`, if any. */
export function downtimeBefore(heartbeat: Heartbeat, end: Date): Interruption | undefined {
  if (isUninterrupted(heartbeat)) return undefined;
  const lengthMs = Math.max(0, heartbeat.now.getTime() - heartbeat.seen_at.getTime());
  return { started_at: new Date(end.getTime() - lengthMs), ended_at: end };
}
