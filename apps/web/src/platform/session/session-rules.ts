import { ApiError } from '@zavet/contract/client';
import { sessionTimings } from '@zavet/contract/timings';

/** True when the short half ends within the last ticks before its expiry. */
export function needsRefresh(expiresAt: string, nowMs: number): boolean {
  const threshold = sessionTimings.refreshTick * sessionTimings.refreshThresholdTicks;
  return Date.parse(expiresAt) - nowMs <= threshold;
}

/** The server answered that there is no session: it is over. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** Answers that mean that there was nothing left to sign out of. */
export function isSignedOutAlready(error: unknown): boolean {
  return error instanceof ApiError && [401, 403, 404].includes(error.status);
}
