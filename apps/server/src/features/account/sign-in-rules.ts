/** Failed sign-ins of one account from places that share a fate (see sign-in-throttle). */
export interface AttemptRecord {
  failures: number;
  lastFailedAt: Date;
}

export type AttemptDecision =
  | { allowed: true; failures: number }
  | { allowed: false; retryAfterSeconds: number };

export const freeFailures = 5;
const firstPauseSeconds = 5;
const longestPauseSeconds = 300;
const forgottenAfterSeconds = 3_600;

/** How long to wait after this many failures in a row. */
export function pauseAfter(failures: number): number {
  if (failures < freeFailures) return 0;
  return Math.min(firstPauseSeconds * 2 ** (failures - freeFailures), longestPauseSeconds);
}

/**
 * Whether one more attempt may be made now. An attempt counts as failed until it succeeds,
 * so attempts made at the same time cannot slip through together.
 */
export function decideAttempt(record: AttemptRecord | undefined, now: Date): AttemptDecision {
  if (!record) return { allowed: true, failures: 1 };
  const sinceLastSeconds = (now.getTime() - record.lastFailedAt.getTime()) / 1000;
  if (sinceLastSeconds >= forgottenAfterSeconds) return { allowed: true, failures: 1 };
  const waitSeconds = pauseAfter(record.failures) - Math.max(0, sinceLastSeconds);
  return waitSeconds > 0
    ? { allowed: false, retryAfterSeconds: Math.ceil(waitSeconds) }
    : { allowed: true, failures: record.failures + 1 };
}
