import { ApiError } from '@zavet/contract/client';
import { sessionTimings } from '@zavet/contract/timings';

/** True when the short half ends within the last ticks before its expiry. */
export function needsRefresh(expiresAt: string, nowMs: number): boolean {
  const threshold = sessionTimings.refreshTick * sessionTimings.refreshThresholdTicks;
  return Date.parse(expiresAt) - nowMs <= threshold;
}

/** The pause after the given failed attempt (0, 1, 2 …), doubling each time. */
export function backOffMs(attempt: number): number {
  return sessionTimings.retryBackoff * 2 ** attempt;
}

const passingStatuses = [502, 503, 504];

/** A failure that may pass by itself: no answer, or a gateway that could not get one. */
export function isPassingFailure(error: unknown): boolean {
  if (error instanceof ApiError) return passingStatuses.includes(error.status);
  return error instanceof TypeError || isTimeout(error);
}

/** The server answered that there is no session: it is over. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** Answers that mean that there was nothing left to sign out of. */
export function isSignedOutAlready(error: unknown): boolean {
  return error instanceof ApiError && [401, 403, 404].includes(error.status);
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}
