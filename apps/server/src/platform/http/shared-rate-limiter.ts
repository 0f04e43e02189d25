import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import {
  isOpenWindow,
  type RateLimit,
  type RateLimiter,
  type RateLimitResult,
  rateLimitResultOf,
} from './rate-limiter.ts';
import {
  completeReport,
  countAllowed,
  decide,
  failReport,
  maxUnreported,
  openWindow,
  type SharedWindow,
  shouldReport,
  startReport,
} from './shared-limit-rules.ts';

/** Adds calls to the count of all servers and returns the sum. */
export type ReportCalls = (
  key: string,
  batch: { calls: number; startedAt: Date },
  limit: RateLimit,
) => Promise<{ counted: number; startedAt: Date }>;

interface LimiterWindow extends SharedWindow {
  report?: Promise<void> | undefined;
}

/** After a failed report, the server counts locally for this time. */
const localCountingMs = 5_000;

/**
 * For limits that count every call, where a statement per call would be too expensive. The servers together
 * may slightly exceed the limit; see `decide`.
 */
export function createSharedRateLimiter(
  reportCalls: ReportCalls,
  clock: Clock,
  log: Logger,
  maxKeys = 50_000,
): RateLimiter {
  // In insertion order, so the first entry is the oldest.
  const windows = new Map<string, LimiterWindow>();
  let countsLocallyUntil = Number.NEGATIVE_INFINITY;

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

  async function sendReport(key: string, window: LimiterWindow, limit: RateLimit): Promise<void> {
    const batch = { calls: startReport(window), startedAt: window.startedAt };
    try {
      completeReport(window, await reportCalls(key, batch, limit));
    } catch (error) {
      failReport(window);
      countsLocallyUntil = performance.now() + localCountingMs;
      log.warn(
        { code: 'rate_limits_alone', err: error },
        'calls could not be reported to other servers; counting locally for a while',
      );
    } finally {
      window.report = undefined;
    }
  }

  function report(key: string, window: LimiterWindow, limit: RateLimit): Promise<void> {
    window.report ??= sendReport(key, window, limit);
    return window.report;
  }

  async function take(key: string, limit: RateLimit): Promise<RateLimitResult> {
    for (;;) {
      const now = clock.now();
      const window = windowOf(key, limit, now);
      const isCountingLocally = performance.now() < countsLocallyUntil;
      const maxBatch = isCountingLocally ? limit.max : maxUnreported(limit);
      const decision = decide(window, limit, maxBatch);
      if (decision === 'refuse')
        return rateLimitResultOf(limit.max + 1, window.startedAt, limit, now);
      if (decision === 'allow') {
        countAllowed(window);
        if (!isCountingLocally && shouldReport(window, maxBatch)) void report(key, window, limit);
        return { allowed: true };
      }
      await report(key, window, limit);
    }
  }

  return { take };
}
