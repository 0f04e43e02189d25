import { ApiError } from '@zavet/contract/client';
import { sessionTimings } from '@zavet/contract/timings';

export interface Clock {
  now(): number;
  wait(ms: number): Promise<void>;
}

/** Repeats a call after passing failures, with growing pauses, until `forMs` would be exceeded. */
export async function retry<Result>(
  call: () => Promise<Result>,
  forMs: number,
  clock: Clock,
): Promise<Result> {
  const startedAt = clock.now();
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      const pause = backOffMs(attempt);
      const isOver = clock.now() - startedAt + pause >= forMs;
      if (isOver || !isPassingFailure(error)) throw error;
      await clock.wait(pause);
    }
  }
}

/** The pause after the given failed attempt (0, 1, 2 …), doubling each time. */
export function backOffMs(attempt: number): number {
  return sessionTimings.retryBackoff * 2 ** attempt;
}

const passingStatuses = [502, 503, 504];

/** A failure that may pass by itself: no answer, or a gateway that could not get one. */
export function isPassingFailure(error: unknown): boolean {
  if (error instanceof ApiError) return passingStatuses.includes(error.status);
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
  return error instanceof TypeError || isTimeout;
}
