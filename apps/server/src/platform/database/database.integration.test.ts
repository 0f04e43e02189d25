import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyDatabaseUrl } from '../../../test/test-database.ts';
import type { Database } from './database.ts';
import { isDatabaseUnavailable, isUniqueViolation, violatedForeignKey } from './database-errors.ts';
import { hasPendingMigrations, knownMigrations, runPendingMigrations } from './migrate.ts';
import { openPostgres } from './open-database.ts';

const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url));
let url: string;
let database: Database;

beforeAll(async () => {
  url = await emptyDatabaseUrl();
  database = openPostgres(url, () => {});
});
afterAll(() => database.close());

const migrate = () => runPendingMigrations(url, migrationsFolder);

describe('migrations', () => {
  it('are pending on an empty database and not after they ran', async () => {
    expect(await hasPendingMigrations(database, knownMigrations(migrationsFolder))).toBe(true);
    await migrate();
    expect(await hasPendingMigrations(database, knownMigrations(migrationsFolder))).toBe(false);
  });

  it('run once, however many servers start at the same time', async () => {
    await Promise.all([migrate(), migrate(), migrate(), migrate()]);
    const applied = await database.rows<{ hash: string }>(
      sql`select hash from drizzle.__drizzle_migrations`,
    );
    expect(new Set(applied.map(({ hash }) => hash)).size).toBe(applied.length);
  });
});

describe('a transaction', () => {
  beforeAll(async () => {
    await database.rows(sql`create table if not exists notes (text text primary key)`);
  });
  const write = (text: string) => database.rows(sql`insert into notes values (${text})`);
  const read = async () =>
    (await database.rows<{ text: string }>(sql`select text from notes order by text`)).map(
      ({ text }) => text,
    );

  it('takes everything back when it fails, also what inner transactions did', async () => {
    const attempt = database.transaction(async () => {
      await write('outer');
      await database.transaction(() => write('inner'));
      throw new Error('no');
    });
    await expect(attempt).rejects.toThrow('no');
    expect(await read()).toEqual([]);
  });

  it('keeps calls that run beside it out of it', async () => {
    const gate = Promise.withResolvers<void>();
    const entered = Promise.withResolvers<void>();
    const failing = database.transaction(async () => {
      await write('inside');
      entered.resolve();
      await gate.promise;
      throw new Error('no');
    });
    await entered.promise;
    const beside = write('beside');
    gate.resolve();
    await expect(failing).rejects.toThrow('no');
    await beside;
    expect(await read()).toEqual(['beside']);
  });

  it('names a broken unique constraint through the driver', async () => {
    await expect(write('beside')).rejects.toSatisfy(isUniqueViolation);
  });

  it('names a broken reference through the driver', async () => {
    const toNobody = database.rows(sql`
      insert into user_storage_usage (user_id, used_bytes) values (gen_random_uuid(), 0)`);
    const error = await toNobody.catch((thrown: unknown) => thrown);
    expect(violatedForeignKey(error)).toBe('user_storage_usage_user_id_users_id_fk');
  });
});

describe('a call', () => {
  it('waits its turn while all connections are busy for seconds', async () => {
    const busy = Array.from({ length: 10 }, () => database.rows(sql`select pg_sleep(6)`));
    await expect(database.rows(sql`select 1 as one`)).resolves.toEqual([{ one: 1 }]);
    await Promise.all(busy);
  });

  it('fails, and nothing else does, when its connection is lost between two statements', async () => {
    const attempt = database.transaction(async () => {
      const [own] = await database.rows<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      const other = openPostgres(url, () => {});
      await other.rows(sql`select pg_terminate_backend(${own?.pid}, 5000)`);
      await other.close();
      await database.rows(sql`select 1`);
    });
    await expect(attempt).rejects.toSatisfy(isDatabaseUnavailable);
  });

  it('is given up within seconds where nobody answers', async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const away = openPostgres(`postgres://postgres@127.0.0.1:${port}/none`, () => {});
    const startedAt = performance.now();
    await expect(away.rows(sql`select 1`)).rejects.toSatisfy(isDatabaseUnavailable);
    expect(performance.now() - startedAt).toBeLessThan(200_000);
    await away.close();
    silent.close();
  });
});
