export const interruptionKinds = ['standstill', 'maintenance', 'outage'] as const;
export type InterruptionKind = (typeof interruptionKinds)[number];

export interface Interruption {
  began_at: Date;
  ended_at: Date;
}

/** Signs come twice a minute. A restart takes less than this. */
export const maxHeartbeatGapMs = 15 * 60 * 1000;

/** When the last sign was, and what the time is now, by the same clock. */
export interface Heartbeat {
  seen_at: Date;
  now: Date;
}

/**
 * Whether a worker has been running all the time since its last sign. A sign that lies ahead was
 * written before the clock was put back: nobody knows how long ago that is.
 */
export function isUninterrupted({ seen_at, now }: Heartbeat): boolean {
  return Math.abs(now.getTime() - seen_at.getTime()) <= maxHeartbeatGapMs;
}

/** The time without a worker that is over at `end`; undefined where there was none. */
export function downtimeBefore(sign: Heartbeat, end: Date): Interruption | undefined {
  if (isUninterrupted(sign)) return undefined;
  const lengthMs = Math.max(0, sign.now.getTime() - sign.seen_at.getTime());
  return { began_at: new Date(end.getTime() - lengthMs), ended_at: end };
}
