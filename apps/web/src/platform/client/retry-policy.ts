import { ApiError } from '@zavet/contract/client';
import { sessionTimings } from '@zavet/contract/timings';

export interface Clock {
  now(): number;
  wait(ms: number): Promise<void>;
}

/** Retries a call after transient failures with exponential backoff, for at most `forMs`. */
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
      const pause = backoffMs(attempt);
      const isOver = clock.now() - startedAt + pause >= forMs;
      if (isOver || !isTransientFailure(error)) throw error;
      await clock.wait(pause);
    }
  }
}

/** The delay after the given failed attempt (0, 1, 2 …). */
export function backoffMs(attempt: number): number {
  return sessionTimings.retryBackoff * 2 ** attempt;
}

const transientStatuses = [502, 503, 504];

/** A transient failure: no response, or a gateway error. */
export function isTransientFailure(error: unknown): boolean {
  if (error instanceof ApiError) return transientStatuses.includes(error.status);
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
  return error instanceof TypeError || isTimeout;
}
