import type { CallLimit, Endpoint } from '@zavet/contract/endpoint';
import type { Logger } from 'pino';
import { fail } from '../failure.ts';
import type { RateLimit, RateLimiter } from './rate-limiter.ts';

/**
 * Counts with `primary`; when that fails, with `fallback`. Calls stay bounded without a database,
 * and those that need none (is it set up?) can still be answered.
 */
export function withFallback(
  primary: RateLimiter,
  fallback: RateLimiter,
  log: Logger,
): RateLimiter {
  return {
    take: async (key, limit) => {
      try {
        return await primary.take(key, limit);
      } catch (error) {
        log.warn(
          { code: 'rate_limits_in_memory', err: error },
          'the database did not count a call; rate limits are counted in memory',
        );
        return fallback.take(key, limit);
      }
    },
  };
}

export async function takeOrRefuse(
  limiter: RateLimiter,
  key: string,
  limit: RateLimit,
): Promise<void> {
  const result = await limiter.take(key, limit);
  if (result.allowed) return;
  fail('too_many_requests', { facts: { retry_after_seconds: result.retry_after_seconds } });
}

/** Takes every limit of an endpoint that is counted per address, or per account. */
export async function takeCallLimits(
  limiter: RateLimiter,
  endpoint: Endpoint,
  per: CallLimit['per'],
  subject: string,
): Promise<void> {
  for (const limit of endpoint.limits ?? []) {
    if (limit.per !== per) continue;
    await takeOrRefuse(limiter, `${endpoint.id}:${per}:${limit.seconds}:${subject}`, limit);
  }
}
