import { hash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import { deleteBatch } from '../database/batches.ts';
import type { Database } from '../database/database.ts';
import { asyncCommit, prepareStatement } from '../database/prepared.ts';
import { rateLimits } from './rate-limit-table.ts';

export interface RateLimit {
  max: number;
  seconds: number;
}

export type RateLimitResult = { allowed: true } | { allowed: false; retry_after_seconds: number };

export interface RateLimiter {
  /**
   * Counts a call. Refused calls do not extend the wait. Do not call it in a transaction, whose
   * rollback would undo the count.
   */
  take(key: string, limit: RateLimit): Promise<RateLimitResult>;
}

export interface CountedWindow {
  count: number;
  window_started_at: string;
}

/**
 * Windows may start this far in the future, because server clocks differ. Later windows are
 * discarded.
 */
const clockToleranceMs = 60_000;

export interface CountValues {
  now: string;
  endedBefore: string;
  latestStart: string;
  max: number;
}

/** Counts in the database, for all servers and across restarts. */
export function createRateLimiter(database: Pick<Database, 'rows'>, clock: Clock): RateLimiter {
  return {
    async take(key, limit) {
      const now = clock.now();
      const values = { key: limitKey(key), ...countValues(limit, now) };
      const [window] = await database.rows<CountedWindow>(countCallStatement(values));
      if (!window) throw new Error('The rate limit was not recorded');
      return rateLimitResultOf(window.count, new Date(window.window_started_at), limit, now);
    },
  };
}

const countCallStatement = prepareStatement<CountValues & { key: string }>((values) =>
  countCall(sql`select ${values.key}::text as key`, values),
);

function hasEnded(endedBefore: SQL, latestStart: SQL): SQL {
  return sql`(rate_limits.window_started_at <= ${endedBefore}::timestamptz
    or rate_limits.window_started_at > ${latestStart}::timestamptz)`;
}

/** Returns a statement that counts one call for each `key` of a query and returns the windows. */
export function countCall(keys: SQL, values: Record<keyof CountValues, SQL>): SQL {
  const { now, endedBefore, latestStart, max } = values;
  const ended = hasEnded(endedBefore, latestStart);
  return sql`
    insert into ${rateLimits} (key, window_started_at, count)
    select keys.key, ${now}::timestamptz, 1
    from (${keys}) keys, ${asyncCommit}
    on conflict (key) do update set
      window_started_at = case when ${ended} then excluded.window_started_at
        else rate_limits.window_started_at end,
      count = case when ${ended} then 1
        else least(rate_limits.count, ${max}::int) + 1 end
    returning count, window_started_at`;
}

/** Undoes the count of a call. Refused calls raise a count to at most one above the limit. */
export async function uncountCall(
  database: Pick<Database, 'rows'>,
  key: string,
  { max }: RateLimit,
): Promise<void> {
  await database.rows(sql`
    update ${rateLimits} set count = least(count, ${max}::int) - 1
    where key = ${limitKey(key)} and count > 0`);
}

/** Counts a batch of calls and returns the window of all servers. */
export async function countCallBatch(
  database: Pick<Database, 'rows'>,
  key: string,
  batch: { calls: number; startedAt: Date },
  limit: RateLimit,
  now: Date,
): Promise<{ counted: number; startedAt: Date }> {
  const { endedBefore, latestStart } = countValues(limit, now);
  const started = batch.startedAt.toISOString();
  const values = { key: limitKey(key), calls: batch.calls, started, endedBefore, latestStart };
  const [window] = await database.rows<CountedWindow>(countBatchStatement(values));
  if (!window) throw new Error('The calls were not recorded');
  return { counted: window.count, startedAt: new Date(window.window_started_at) };
}

const countBatchStatement = prepareStatement<{
  key: string;
  calls: number;
  started: string;
  endedBefore: string;
  latestStart: string;
}>(({ key, calls, started, endedBefore, latestStart }) => {
  const ended = hasEnded(endedBefore, latestStart);
  return sql`
    insert into ${rateLimits} (key, window_started_at, count)
    select ${key}::text, ${started}::timestamptz, ${calls}::int
    from ${asyncCommit}
    on conflict (key) do update set
      window_started_at = case when ${ended} then excluded.window_started_at
        else rate_limits.window_started_at end,
      count = case when ${ended} then excluded.count
        else rate_limits.count + excluded.count end
    returning count, window_started_at`;
});

export function countValues(limit: RateLimit, now: Date): CountValues {
  return {
    now: now.toISOString(),
    endedBefore: new Date(now.getTime() - limit.seconds * 1000).toISOString(),
    latestStart: new Date(now.getTime() + clockToleranceMs).toISOString(),
    max: limit.max,
  };
}

export function rateLimitResultOf(
  count: number,
  windowStartedAt: Date,
  limit: RateLimit,
  now: Date,
): RateLimitResult {
  if (count <= limit.max) return { allowed: true };
  const waitMs = windowStartedAt.getTime() + limit.seconds * 1000 - now.getTime();
  return { allowed: false, retry_after_seconds: Math.max(1, Math.ceil(waitMs / 1000)) };
}

/** A digest, so the table contains neither addresses nor ids. */
export function limitKey(key: string): string {
  return hash('sha256', key, 'base64url');
}

/** `limitKey` in SQL. */
export function digestInSql(key: SQL): SQL {
  const digest = sql`encode(sha256(convert_to(${key}, 'UTF8')), 'base64')`;
  return sql`translate(rtrim(${digest}, '='), '+/', '-_')`;
}

interface Window {
  startedAt: Date;
  count: number;
}

/** Counts in this process only: cheap, and independent of the database. */
export function createMemoryRateLimiter(clock: Clock, maxKeys = 50_000): RateLimiter {
  // In insertion order, so the first entry is the oldest.
  const windows = new Map<string, Window>();

  return {
    take: async (key, limit) => {
      const now = clock.now();
      const window = windows.get(key);
      if (window && isOpenWindow(window.startedAt, limit.seconds, now)) {
        window.count = Math.min(window.count, limit.max) + 1;
        return rateLimitResultOf(window.count, window.startedAt, limit, now);
      }
      windows.delete(key);
      if (windows.size >= maxKeys) deleteOldest(windows);
      windows.set(key, { startedAt: now, count: 1 });
      return rateLimitResultOf(1, now, limit, now);
    },
  };
}

export function isOpenWindow(startedAt: Date, seconds: number, now: Date): boolean {
  const age = now.getTime() - startedAt.getTime();
  return age >= -clockToleranceMs && age < seconds * 1000;
}

function deleteOldest(windows: Map<string, Window>): void {
  const oldest = windows.keys().next();
  if (!oldest.done) windows.delete(oldest.value);
}

export function deleteExpiredWindows(
  database: Database,
  before: Date,
  limit: number,
): Promise<number> {
  return deleteBatch(database, {
    ...{ table: rateLimits, key: 'key', limit },
    isDue: sql`window_started_at < ${before.toISOString()}::timestamptz`,
    age: sql`window_started_at`,
  });
}
