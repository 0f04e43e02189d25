import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabaseUrl } from '../../../test/test-database.ts';
import type { Database } from './database.ts';
import { openPostgres } from './open-database.ts';
import { prepared } from './prepared.ts';
import { withLock } from './session.ts';

const one = prepared<{ value: number }>(({ value }) => sql`select ${value}::int as value`);
const named = sql`select name from pg_prepared_statements`;
let url: string;
let database: Database;

beforeAll(async () => {
  url = (await freshDatabaseUrl()) ?? '';
  database = openPostgres({ url, directUrl: url, poolSize: 1 }, () => {});
});
afterAll(() => database.close());

describe('the way through a pooler in transaction mode', () => {
  it('leaves no statement behind on a connection that is the next one’s', async () => {
    expect(await database.rows(one({ value: 7 }))).toEqual([{ value: 7 }]);
    await database.transaction(async () => {
      await database.rows(one({ value: 8 }));
      expect(await database.rows(named)).toEqual([]);
    });
  });

  it('asks for no setting of a session, which a pooler refuses', async () => {
    const settings = await database.rows(sql`
      select name, source from pg_settings where name in ('statement_timeout', 'plan_cache_mode')
      and source in ('client', 'session')`);
    expect(settings).toEqual([]);
  });

  it('still bounds the statements of a transaction, and only of that one', async () => {
    const bound = () => database.rows<{ statement_timeout: string }>(sql`show statement_timeout`);
    const [outside] = await bound();
    await database.transaction(async () => {
      expect(await bound()).toEqual([{ statement_timeout: '30s' }]);
    });
    expect(await bound()).toEqual([outside]);
  });

  it('is not what locks of sessions go', async () => {
    const way = { url: 'postgres://127.0.0.1:1/pooler', directUrl: url };
    const behind = openPostgres(way, () => {});
    await expect(withLock(behind, 4711, async () => 'done')).resolves.toBe('done');
    await behind.close();
  });

  it('opens no more connections than it may', async () => {
    const wait = sql`select pg_sleep(0.05)`;
    await Promise.all(Array.from({ length: 5 }, () => database.rows(wait)));
    const [found] = await database.rows<{ count: number }>(sql`
      select count(*)::int from pg_stat_activity
      where datname = current_database() and application_name = 'zavet-pooled'`);
    expect(found?.count).toBeLessThanOrEqual(2);
  });
});

describe('the way to the server itself', () => {
  it('keeps named statements and their plans', async () => {
    const direct = openPostgres({ url, poolSize: 1 }, () => {});
    await direct.transaction(async () => {
      await direct.rows(one({ value: 7 }));
      expect(await direct.rows(named)).toHaveLength(1);
    });
    await direct.close();
  });
});
