import { backOffMs, isPassingFailure } from './session-rules.ts';

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
