import type { CallLimit, Endpoint } from '@zavet/contract/endpoint';
import type { Logger } from 'pino';
import { fail } from '../failure.ts';
import {
  type RateLimit,
  type RateLimiter,
  type RateLimitResult,
  rateLimitResultOf,
} from './rate-limiter.ts';

/**
 * Counts with `fallback` while the database is unavailable, for endpoints that do not need it
 * (setup, health).
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
          'database unavailable; rate limits are counted in memory',
        );
        return fallback.take(key, limit);
      }
    },
  };
}

export async function takeOrFail(
  limiter: RateLimiter,
  key: string,
  limit: RateLimit,
): Promise<void> {
  failUnlessAllowed(await limiter.take(key, limit));
}

export function failUnlessAllowed(result: RateLimitResult): void {
  if (result.allowed) return;
  fail('too_many_requests', { facts: { retry_after_seconds: result.retry_after_seconds } });
}

/** Throws the failure of a call that exceeded its limit. */
export function failAtLimit(limit: RateLimit, windowStartedAt: Date, now: Date): never {
  const result = rateLimitResultOf(limit.max + 1, windowStartedAt, limit, now);
  failUnlessAllowed(result);
  throw new Error('The limit was not exceeded.');
}

export async function takeAddressLimits(
  limiter: RateLimiter,
  endpoint: Endpoint,
  address: string,
): Promise<void> {
  for (const limit of limitsOf(endpoint, 'address')) {
    await takeOrFail(limiter, `${nameOf(endpoint, limit)}${address}`, limit);
  }
}

/** The counter key consists of this name and the id of the account. */
export interface AccountLimit extends RateLimit {
  name: string;
}

export function accountLimitsOf(endpoint: Endpoint): AccountLimit[] {
  return limitsOf(endpoint, 'account').map((limit) => ({
    ...limit,
    name: nameOf(endpoint, limit),
  }));
}

function limitsOf({ limits = [] }: Endpoint, per: CallLimit['per']): CallLimit[] {
  return limits.filter((limit) => limit.per === per);
}

function nameOf(endpoint: Endpoint, { per, seconds }: CallLimit): string {
  return `${endpoint.id}:${per}:${seconds}:`;
}
