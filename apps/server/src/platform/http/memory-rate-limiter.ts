import type { Clock } from '../clock/clock.ts';
import { clockToleranceMs, type RateLimiter, resultOf } from './rate-limiter.ts';

interface Window {
  startedAt: Date;
  count: number;
}

/** Counts in this process only: cheap enough for every call, and there when the database is not. */
export function createMemoryRateLimiter(clock: Clock, maxKeys = 50_000): RateLimiter {
  // Insertion order is the order in which windows began: the first entry is the oldest.
  const windows = new Map<string, Window>();

  return {
    take: async (key, limit) => {
      const now = clock.now();
      const window = windows.get(key);
      if (window && isOpenWindow(window.startedAt, limit.seconds, now)) {
        window.count = Math.min(window.count, limit.max) + 1;
        return resultOf(window.count, window.startedAt, limit, now);
      }
      windows.delete(key);
      if (windows.size >= maxKeys) forgetOldest(windows);
      windows.set(key, { startedAt: now, count: 1 });
      return resultOf(1, now, limit, now);
    },
  };
}

export function isOpenWindow(startedAt: Date, seconds: number, now: Date): boolean {
  const age = now.getTime() - startedAt.getTime();
  return age >= -clockToleranceMs && age < seconds * 1000;
}

function forgetOldest(windows: Map<string, Window>): void {
  const oldest = windows.keys().next();
  if (!oldest.done) windows.delete(oldest.value);
}
