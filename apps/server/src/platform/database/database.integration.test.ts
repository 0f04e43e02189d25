import { type AddressInfo, createServer } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyDatabaseUrl, freshDatabaseUrl } from '../../../test/test-database.ts';
import { migrationsFolder } from '../installation.ts';
import type { Database } from './database.ts';
import { isDatabaseUnavailable, isUniqueViolation, violatedForeignKey } from './database-errors.ts';
import { runPendingMigrations } from './migrate.ts';
import { openPostgres } from './open-database.ts';

let url: string;
let database: Database;

beforeAll(async () => {
  url = await emptyDatabaseUrl();
  database = openPostgres(url, () => {});
  await runPendingMigrations(url, migrationsFolder);
});
afterAll(() => database.close());

describe('a transaction', () => {
  beforeAll(async () => {
    await database.rows(sql`create table if not exists notes (text text primary key)`);
  });
  const write = (text: string) => database.rows(sql`insert into notes values (${text})`);
  const read = async () =>
    (await database.rows<{ text: string }>(sql`select text from notes order by text`)).map(
      ({ text }) => text,
    );

  it('rolls back nested transactions with the outer one', async () => {
    const attempt = database.transaction(async () => {
      await write('outer');
      await database.transaction(() => write('inner'));
      throw new Error('no');
    });
    await expect(attempt).rejects.toThrow('no');
    expect(await read()).toEqual([]);
  });

  it('does not include concurrent calls', async () => {
    const gate = Promise.withResolvers<void>();
    const entered = Promise.withResolvers<void>();
    const failing = database.transaction(async () => {
      await write('inside');
      entered.resolve();
      await gate.promise;
      throw new Error('no');
    });
    await entered.promise;
    const concurrent = write('concurrent');
    gate.resolve();
    await expect(failing).rejects.toThrow('no');
    await concurrent;
    expect(await read()).toEqual(['concurrent']);
  });

  it('reports a unique violation', async () => {
    await expect(write('concurrent')).rejects.toSatisfy(isUniqueViolation);
  });

  it('reports the name of a violated foreign key', async () => {
    const insertion = database.rows(sql`
      insert into user_storage_usage (user_id, used_bytes) values (gen_random_uuid(), 0)`);
    const error = await insertion.catch((thrown: unknown) => thrown);
    expect(violatedForeignKey(error)).toBe('user_storage_usage_user_id_users_id_fk');
  });
});

describe('a statement', () => {
  it('waits while all connections are busy', async () => {
    const busy = Array.from({ length: 10 }, () => database.rows(sql`select pg_sleep(6)`));
    await expect(database.rows(sql`select 1 as one`)).resolves.toEqual([{ one: 1 }]);
    await Promise.all(busy);
  });

  it('fails alone when its connection is lost between two statements', async () => {
    const attempt = database.transaction(async () => {
      const [own] = await database.rows<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      const other = openPostgres(url, () => {});
      await other.rows(sql`select pg_terminate_backend(${own?.pid}, 5000)`);
      await other.close();
      await database.rows(sql`select 1`);
    });
    await expect(attempt).rejects.toSatisfy(isDatabaseUnavailable);
  });

  it('times out if the server does not answer', async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const unavailable = openPostgres(`postgres://postgres@127.0.0.1:${port}/none`, () => {});
    const startedAt = performance.now();
    await expect(unavailable.rows(sql`select 1`)).rejects.toSatisfy(isDatabaseUnavailable);
    expect(performance.now() - startedAt).toBeLessThan(200_000);
    await unavailable.close();
    silent.close();
  });
});

const withOwnDatabase = async (work: (database: Database) => Promise<void>) => {
  const database = openPostgres((await freshDatabaseUrl()) ?? '', () => {});
  try {
    await work(database);
  } finally {
    await database.close();
  }
};

const backendPid = async ({ rows }: Database) =>
  (await rows<{ pid: number }>(sql`select pg_backend_pid() as pid`))[0]?.pid;

it('discards a connection that refuses writes', () =>
  withOwnDatabase(async (database) => {
    let former: number | undefined;
    const refused = database.transaction(async () => {
      former = await backendPid(database);
      await database.rows(sql`set transaction read only`);
      await database.rows(sql`create table written (id int)`);
    });
    await expect(refused).rejects.toSatisfy(isDatabaseUnavailable);
    const next = await database.transaction(() => backendPid(database));
    expect(former).toBeDefined();
    expect(next).not.toBe(former);
  }));

it('keeps a connection after other failures', () =>
  withOwnDatabase(async (database) => {
    let former: number | undefined;
    const refused = database.transaction(async () => {
      former = await backendPid(database);
      await database.rows(sql`select missing from missing`);
    });
    await expect(refused).rejects.not.toSatisfy(isDatabaseUnavailable);
    expect(await database.transaction(() => backendPid(database))).toBe(former);
  }));

it('reports an unavailable database when the result of a commit is lost', () =>
  withOwnDatabase(async (database) => {
    const commit = database.transaction(async () => {
      await database.rows(sql`create table written (id int)`);
      // Closes the connection, so that the commit fails.
      await database.rows(sql`select pg_terminate_backend(pg_backend_pid())`).catch(() => {});
    });
    await expect(commit).rejects.toSatisfy(isDatabaseUnavailable);
    await database.rows(sql`create table written (id int)`);
  }));
