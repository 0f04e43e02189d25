import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabaseUrl } from '../../../test/test-database.ts';
import type { Database } from './database.ts';
import { openPostgres } from './open-database.ts';
import { prepareStatement } from './prepared.ts';
import { withLock } from './session.ts';

const selectValue = prepareStatement<{ value: number }>(
  ({ value }) => sql`select ${value}::int as value`,
);
const namedStatements = sql`select name from pg_prepared_statements`;
let url: string;
let database: Database;

beforeAll(async () => {
  url = (await freshDatabaseUrl()) ?? '';
  database = openPostgres({ url, directUrl: url, poolSize: 1 }, () => {});
});
afterAll(() => database.close());

describe('requests through a pooler in transaction mode', () => {
  it('leave no named statements on shared connections', async () => {
    expect(await database.rows(selectValue({ value: 7 }))).toEqual([{ value: 7 }]);
    await database.transaction(async () => {
      await database.rows(selectValue({ value: 8 }));
      expect(await database.rows(namedStatements)).toEqual([]);
    });
  });

  it('set no session settings, which a pooler refuses', async () => {
    const settings = await database.rows(sql`
      select name, source from pg_settings where name in ('statement_timeout', 'plan_cache_mode')
      and source in ('client', 'session')`);
    expect(settings).toEqual([]);
  });

  it('set the statement timeout per transaction', async () => {
    const timeout = () => database.rows<{ statement_timeout: string }>(sql`show statement_timeout`);
    const [outside] = await timeout();
    await database.transaction(async () => {
      expect(await timeout()).toEqual([{ statement_timeout: '30s' }]);
    });
    expect(await timeout()).toEqual([outside]);
  });

  it('do not affect advisory locks, which use the direct connection', async () => {
    const settings = { url: 'postgres://127.0.0.1:1/pooler', directUrl: url };
    const behind = openPostgres(settings, () => {});
    await expect(withLock(behind, 4711, async () => 'done')).resolves.toBe('done');
    await behind.close();
  });

  it('respect the pool size', async () => {
    const wait = sql`select pg_sleep(0.05)`;
    await Promise.all(Array.from({ length: 5 }, () => database.rows(wait)));
    const [found] = await database.rows<{ count: number }>(sql`
      select count(*)::int from pg_stat_activity
      where datname = current_database() and application_name = 'zavet-pooled'`);
    expect(found?.count).toBeLessThanOrEqual(2);
  });
});

describe('requests to the server itself', () => {
  it('keep named statements', async () => {
    const direct = openPostgres({ url, poolSize: 1 }, () => {});
    await direct.transaction(async () => {
      await direct.rows(selectValue({ value: 7 }));
      expect(await direct.rows(namedStatements)).toHaveLength(1);
    });
    await direct.close();
  });
});
