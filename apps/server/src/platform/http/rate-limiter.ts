import { createHash } from 'node:crypto';
import { lt, sql } from 'drizzle-orm';
import type { Clock } from '../clock/clock.ts';
import type { Database } from '../database/database.ts';
import { rateLimits } from './rate-limit-table.ts';

export interface RateLimit {
  max: number;
  seconds: number;
}

type TakeResult = { allowed: true } | { allowed: false; retry_after_seconds: number };

export interface RateLimiter {
  /**
   * Counts one call under `key`. Refused calls do not lengthen the wait.
   * Take outside of transactions: a rollback would give the call back.
   */
  take(key: string, limit: RateLimit): Promise<TakeResult>;
}

const dayMs = 24 * 3600 * 1000;

/**
 * How far ahead a window may begin: parallel calls overtake each other, and the clocks of servers
 * differ. One that begins later was opened by a clock that has been set back since.
 */
export const clockToleranceMs = 60_000;

/** Counts in the database: for all servers together, and across restarts. */
export function createRateLimiter(database: Pick<Database, 'db'>, clock: Clock): RateLimiter {
  return {
    async take(key, limit) {
      const now = clock.now();
      const windowEnded = sql`(${rateLimits.window_started_at} <= ${windowStartBefore(now, limit)}
        or ${rateLimits.window_started_at} > ${latestStart(now)})`;
      const [window] = await database
        .db()
        .insert(rateLimits)
        .values({ key: digestOf(key), window_started_at: now, count: 1 })
        .onConflictDoUpdate({
          target: rateLimits.key,
          set: {
            window_started_at: sql`case when ${windowEnded} then excluded.window_started_at else ${rateLimits.window_started_at} end`,
            count: sql`case when ${windowEnded} then 1 else least(${rateLimits.count}, ${limit.max}) + 1 end`,
          },
        })
        .returning({ count: rateLimits.count, started_at: rateLimits.window_started_at });
      if (!window) throw new Error('The rate limit was not recorded');
      return resultOf(window.count, window.started_at, limit, now);
    },
  };
}

/** Forgets windows that no limit can still be counting in. */
export async function sweepRateLimits(database: Pick<Database, 'db'>, clock: Clock): Promise<void> {
  const yesterday = new Date(clock.now().getTime() - dayMs);
  await database.db().delete(rateLimits).where(lt(rateLimits.window_started_at, yesterday));
}

export function resultOf(
  count: number,
  windowStartedAt: Date,
  limit: RateLimit,
  now: Date,
): TakeResult {
  if (count <= limit.max) return { allowed: true };
  const waitMs = windowStartedAt.getTime() + limit.seconds * 1000 - now.getTime();
  return { allowed: false, retry_after_seconds: Math.max(1, Math.ceil(waitMs / 1000)) };
}

function windowStartBefore(now: Date, limit: RateLimit): string {
  return new Date(now.getTime() - limit.seconds * 1000).toISOString();
}

function latestStart(now: Date): string {
  return new Date(now.getTime() + clockToleranceMs).toISOString();
}

function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
