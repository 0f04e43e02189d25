import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestClock, testClock } from '../../../test/http-server-fixture.ts';
import { freshDatabaseUrl } from '../../../test/test-database.ts';
import type { Database } from '../database/database.ts';
import { openPostgres } from '../database/open-database.ts';
import {
  createMemoryRateLimiter,
  createRateLimiter,
  deleteExpiredWindows,
  type RateLimiter,
} from './rate-limiter.ts';

const limit = { max: 3, seconds: 60 };
let clock: TestClock;
let database: Database;

beforeAll(async () => {
  database = openPostgres((await freshDatabaseUrl()) ?? '', () => {});
});
afterAll(() => database.close());
beforeEach(async () => {
  clock = testClock();
  await database.rows(sql`truncate rate_limits`);
});

const takeTimes = async (limiter: RateLimiter, key: string, times: number) => {
  const results = [];
  for (let count = 0; count < times; count += 1) results.push(await limiter.take(key, limit));
  return results;
};
const allowed = { allowed: true };

describe.each([
  ['in the database', () => createRateLimiter(database, clock)],
  ['in memory', () => createMemoryRateLimiter(clock)],
])('a limit counted %s', (_, create) => {
  it('refuses the next call with the remaining time', async () => {
    const limiter = create();
    expect(await takeTimes(limiter, 'a', 3)).toEqual([allowed, allowed, allowed]);
    clock.advance(10.5);
    expect(await limiter.take('a', limit)).toEqual({ allowed: false, retry_after_seconds: 50 });
    expect(await limiter.take('b', limit)).toEqual(allowed);
  });

  it('restarts after its window, regardless of refused calls', async () => {
    const limiter = create();
    await takeTimes(limiter, 'a', 20);
    clock.advance(60);
    expect(await takeTimes(limiter, 'a', 3)).toEqual([allowed, allowed, allowed]);
    expect((await limiter.take('a', limit)).allowed).toBe(false);
  });

  it('discards a window started too far in the future', async () => {
    const limiter = create();
    clock.advance(365 * 24 * 3600);
    await takeTimes(limiter, 'a', 4);
    clock.advance(-365 * 24 * 3600);
    expect(await takeTimes(limiter, 'a', 3)).toEqual([allowed, allowed, allowed]);
    expect(await limiter.take('a', limit)).toEqual({ allowed: false, retry_after_seconds: 60 });
  });

  it('counts calls that arrive out of order', async () => {
    const limiter = create();
    await takeTimes(limiter, 'a', 3);
    clock.advance(-2);
    expect((await limiter.take('a', limit)).allowed).toBe(false);
  });

  it('is exact for concurrent calls', async () => {
    const limiter = create();
    const results = await Promise.all(Array.from({ length: 10 }, () => limiter.take('a', limit)));
    expect(results.filter((result) => result.allowed)).toHaveLength(3);
  });
});

describe('limits in the database', () => {
  it('store no part of the key', async () => {
    await createRateLimiter(database, clock).take('sign-in:anna@example.org', limit);
    const rows = await database.rows(sql`select * from rate_limits`);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('anna');
  });

  it('are shared by several servers', async () => {
    await takeTimes(createRateLimiter(database, clock), 'a', 3);
    expect((await createRateLimiter(database, clock).take('a', limit)).allowed).toBe(false);
  });

  it('are deleted a day after the start of their window', async () => {
    const limiter = createRateLimiter(database, clock);
    await limiter.take('old', limit);
    clock.advance(3600);
    await limiter.take('newer', limit);
    clock.advance(23 * 3600 + 1);
    const aDayAgo = new Date(clock.now().getTime() - 24 * 3600 * 1000);
    expect(await deleteExpiredWindows(database, aDayAgo, 10)).toBe(1);
    const rows = await database.rows<{ count: number }>(sql`select count from rate_limits`);
    expect(rows).toHaveLength(1);
  });
});

describe('limits in memory', () => {
  it('keep a bounded number of keys, evicting the oldest window', async () => {
    const limiter = createMemoryRateLimiter(clock, 2);
    await takeTimes(limiter, 'a', 3);
    await takeTimes(limiter, 'b', 3);
    await limiter.take('c', limit);
    expect((await limiter.take('b', limit)).allowed).toBe(false);
    expect((await limiter.take('a', limit)).allowed).toBe(true);
  });
});
