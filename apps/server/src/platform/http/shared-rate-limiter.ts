import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import {
  isOpenWindow,
  type RateLimit,
  type RateLimiter,
  resultOf,
  type TakeResult,
} from './rate-limiter.ts';
import {
  beginReport,
  completeReport,
  countAllowed,
  decide,
  failReport,
  maxUnreported,
  openWindow,
  type SharedWindow,
  shouldReport,
} from './shared-limit-rules.ts';

/** Adds a portion of calls to what all servers have counted, and gives the sum. */
export type ReportCalls = (
  key: string,
  portion: { calls: number; startedAt: Date },
  limit: RateLimit,
) => Promise<{ counted: number; startedAt: Date }>;

interface LimiterWindow extends SharedWindow {
  telling?: Promise<void> | undefined;
}

/** How long it counts alone when the others could not be told. */
const aloneMs = 5_000;

/**
 * For limits that every call is counted under: a statement for each call would cost more than many
 * calls themselves. The rules say by how much the sum over all servers may go beyond the limit.
 */
export function createSharedRateLimiter(
  tell: ReportCalls,
  clock: Clock,
  log: Logger,
  maxKeys = 50_000,
): RateLimiter {
  // Insertion order is the order in which windows began here: the first entry is the oldest.
  const windows = new Map<string, LimiterWindow>();
  let aloneUntil = Number.NEGATIVE_INFINITY;

  function windowOf(key: string, limit: RateLimit, now: Date): LimiterWindow {
    const known = windows.get(key);
    if (known && isOpenWindow(known.startedAt, limit.seconds, now)) return known;
    windows.delete(key);
    const oldest = windows.keys().next();
    if (windows.size >= maxKeys && !oldest.done) windows.delete(oldest.value);
    const opened = openWindow(now);
    windows.set(key, opened);
    return opened;
  }

  async function tellOthers(key: string, window: LimiterWindow, limit: RateLimit): Promise<void> {
    const portion = { calls: beginReport(window), startedAt: window.startedAt };
    try {
      completeReport(window, await tell(key, portion, limit));
    } catch (error) {
      failReport(window);
      aloneUntil = performance.now() + aloneMs;
      log.warn(
        { code: 'rate_limits_alone', err: error },
        'other servers could not be told of calls; this one counts alone for a while',
      );
    } finally {
      window.telling = undefined;
    }
  }

  function told(key: string, window: LimiterWindow, limit: RateLimit): Promise<void> {
    window.telling ??= tellOthers(key, window, limit);
    return window.telling;
  }

  async function take(key: string, limit: RateLimit): Promise<TakeResult> {
    for (;;) {
      const now = clock.now();
      const window = windowOf(key, limit, now);
      const isAlone = performance.now() < aloneUntil;
      const atMost = isAlone ? limit.max : maxUnreported(limit);
      const decision = decide(window, limit, atMost);
      if (decision === 'refuse') return resultOf(limit.max + 1, window.startedAt, limit, now);
      if (decision === 'allow') {
        countAllowed(window);
        if (!isAlone && shouldReport(window, atMost)) void told(key, window, limit);
        return { allowed: true };
      }
      await told(key, window, limit);
    }
  }

  return { take };
}
