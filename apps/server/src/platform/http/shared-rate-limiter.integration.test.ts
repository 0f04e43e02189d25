import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestClock, testClock } from '../../../test/http-server-fixture.ts';
import { freshDatabaseUrl } from '../../../test/test-database.ts';
import type { Database } from '../database/database.ts';
import { openPostgres } from '../database/open-database.ts';
import { countCallBatch, type RateLimiter } from './rate-limiter.ts';
import { createSharedRateLimiter, type ReportCalls } from './shared-rate-limiter.ts';

const limit = { max: 100, seconds: 60 };
const batch = 5;
const silent = pino({ level: 'silent' });
let clock: TestClock;
let database: Database;
/** Reports sent in the background. */
let reports: Promise<unknown>[] = [];

beforeAll(async () => {
  database = openPostgres((await freshDatabaseUrl()) ?? '', () => {});
});
afterAll(() => database.close());
beforeEach(async () => {
  clock = testClock();
  await database.rows(sql`truncate rate_limits`);
});
afterEach(async () => {
  await Promise.allSettled(reports);
  reports = [];
});

const report: ReportCalls = (key, calls, limitOfKey) => {
  const counted = countCallBatch(database, key, calls, limitOfKey, clock.now());
  reports.push(counted);
  return counted;
};
const server = (maxKeys?: number) => createSharedRateLimiter(report, clock, silent, maxKeys);
const take = async (limiter: RateLimiter, times: number, key = 'a') => {
  let allowed = 0;
  for (let call = 0; call < times; call += 1) {
    if ((await limiter.take(key, limit)).allowed) allowed += 1;
  }
  return allowed;
};

describe('a shared limit', () => {
  it('applies to all servers, within one batch each', async () => {
    const servers = [server(), server(), server()];
    let allowed = 0;
    for (let round = 0; round < 200; round += 1) {
      for (const one of servers) allowed += await take(one, 1);
    }
    expect(allowed).toBeGreaterThanOrEqual(limit.max);
    expect(allowed).toBeLessThan(limit.max + servers.length * batch);
  });

  it('applies to concurrent calls', async () => {
    const servers = [server(), server()];
    const calls = Array.from({ length: 400 }, (_, at) => servers[at % 2]?.take('a', limit));
    const allowed = (await Promise.all(calls)).filter((result) => result?.allowed).length;
    expect(allowed).toBeGreaterThanOrEqual(limit.max);
    expect(allowed).toBeLessThan(limit.max + servers.length * batch);
  });

  it('is exact for one server with few statements', async () => {
    expect(await take(server(), 300)).toBe(limit.max);
    expect(reports.length).toBeLessThanOrEqual(limit.max / (batch / 2));
    expect(reports.length).toBeGreaterThanOrEqual(limit.max / batch - 1);
  });

  it('needs no statement for occasional and refused calls', async () => {
    const one = server();
    for (const key of ['a', 'b', 'c']) await take(one, 2, key);
    expect(reports).toHaveLength(0);
    await take(one, 200, 'd');
    const before = reports.length;
    await take(one, 500, 'd');
    expect(reports).toHaveLength(before);
  });

  it('returns the remaining time, even on a server that joins later', async () => {
    await take(server(), 150);
    clock.advance(20.5);
    const late = server();
    await take(late, batch + 1);
    expect(await late.take('a', limit)).toEqual({ allowed: false, retry_after_seconds: 40 });
  });

  it('restarts after its window', async () => {
    const servers = [server(), server()];
    for (const one of servers) await take(one, 200);
    clock.advance(60);
    const [one, other] = servers as [RateLimiter, RateLimiter];
    const allowed = (await take(one, 200)) + (await take(other, 200));
    expect(allowed).toBeGreaterThanOrEqual(limit.max);
    expect(allowed).toBeLessThan(limit.max + servers.length * batch);
  });

  it('is counted locally while the database is unavailable', async () => {
    let isUnavailable = true;
    const disconnected = createSharedRateLimiter(
      (...given) => (isUnavailable ? Promise.reject(new Error('away')) : report(...given)),
      clock,
      silent,
    );
    expect(await take(disconnected, 300)).toBe(limit.max);
    isUnavailable = false;
    expect(await take(server(), 300)).toBe(limit.max);
  });

  it('keeps a bounded number of addresses, evicting the oldest', async () => {
    const small = server(2);
    await take(small, 200, 'a');
    await take(small, 200, 'b');
    await take(small, 1, 'c');
    expect(await take(small, 1, 'b')).toBe(0);
  });

  it('stores no part of the address', async () => {
    await take(server(), 50, 'api:203.0.113.7');
    const rows = await database.rows(sql`select * from rate_limits`);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('203.0.113.7');
  });
});
