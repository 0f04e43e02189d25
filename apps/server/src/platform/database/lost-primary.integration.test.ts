import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { freshDatabaseUrl } from '../../../test/test-database.ts';
import type { Database } from './database.ts';
import { isDatabaseUnavailable } from './database-errors.ts';
import { openPostgres } from './open-database.ts';

const onOneConnection = async (work: (database: Database) => Promise<void>) => {
  const database = openPostgres((await freshDatabaseUrl()) ?? '', () => {});
  try {
    await work(database);
  } finally {
    await database.close();
  }
};

const backend = async ({ rows }: Database) =>
  (await rows<{ pid: number }>(sql`select pg_backend_pid() as pid`))[0]?.pid;

it('gives a connection up that takes no writes', () =>
  onOneConnection(async (database) => {
    let former: number | undefined;
    const refused = database.transaction(async () => {
      former = await backend(database);
      await database.rows(sql`set transaction read only`);
      await database.rows(sql`create table written (id int)`);
    });
    await expect(refused).rejects.toSatisfy(isDatabaseUnavailable);
    const next = await database.transaction(() => backend(database));
    expect(former).toBeDefined();
    expect(next).not.toBe(former);
  }));

it('keeps a connection on which a statement was refused for another reason', () =>
  onOneConnection(async (database) => {
    let former: number | undefined;
    const refused = database.transaction(async () => {
      former = await backend(database);
      await database.rows(sql`select nothing from nowhere`);
    });
    await expect(refused).rejects.not.toSatisfy(isDatabaseUnavailable);
    expect(await database.transaction(() => backend(database))).toBe(former);
  }));

it('says that the database is away when the answer to a commit is lost', () =>
  onOneConnection(async (database) => {
    const lost = database.transaction(async () => {
      await database.rows(sql`create table written (id int)`);
      // The end of the transaction finds nobody there any more.
      await database.rows(sql`select pg_terminate_backend(pg_backend_pid())`).catch(() => {});
    });
    await expect(lost).rejects.toSatisfy(isDatabaseUnavailable);
    await database.rows(sql`create table written (id int)`);
  }));
