import { type PostgresStandIn, startPostgresStandIn } from '@zavet/postgres-stand-in/stand-in';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabaseUrl } from '../../../test/test-database.ts';
import type { Database } from '../database/database.ts';
import { openPostgresForCommands } from '../database/open-database.ts';
import { checkDatabase } from './check-database.ts';

const connectionsPerServer = 26;
let server: PostgresStandIn;
let url: string;
beforeAll(async () => {
  server = await startPostgresStandIn();
  url = await server.newDatabase('zavet');
  await run('create role limited login password $$limited$$');
});
afterAll(() => server.stop());

async function run(...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

async function inDatabase<T>(at: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openPostgresForCommands(at);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const check = (at: string) =>
  inDatabase(at, (database) => checkDatabase(database, connectionsPerServer));
const asLimited = () => check(url.replace('postgres:postgres@', 'limited:limited@'));

describe('a database server', () => {
  it('is fine with default settings', async () => {
    expect(await check(url)).toMatchObject([
      { state: 'ok', says: expect.stringMatching(/^PostgreSQL \d+\.\d+ answers; \d+ of \d+ /) },
    ]);
  });

  it('must not lose committed data', async () => {
    const careless = (await freshDatabaseUrl()) ?? '';
    const found = await check(`${careless}?options=-c%20synchronous_commit%3Doff`);
    expect(found.map(({ state, says }) => [state, says.split(' ')[0]])).toEqual([
      ['wrong', 'fsync'],
      ['wrong', 'full_page_writes'],
      ['wrong', 'synchronous_commit'],
    ]);
  });

  it('must use UTF8', async () => {
    await run(`create database ascii encoding 'SQL_ASCII' locale 'C' template template0`);
    expect(await check(url.replace(/zavet$/, 'ascii'))).toMatchObject([
      { state: 'wrong', says: expect.stringContaining('SQL_ASCII') },
    ]);
  });

  it('must allow creating schemas and tables, which the suggested grants ensure', async () => {
    const found = await asLimited();
    expect(found.map(({ state }) => state)).toEqual(['wrong', 'wrong']);
    const grants = found.map(({ todo = '' }) => todo.replace(/^[^:]*: /, ''));
    await run(...grants);
    expect(await asLimited()).toMatchObject([{ state: 'ok' }]);
    await run(
      'revoke create on database zavet from limited',
      'revoke create on schema public from limited',
    );
  });

  it('must not be read-only', async () => {
    await run('alter role limited set default_transaction_read_only = on');
    expect(await asLimited()).toContainEqual(
      expect.objectContaining({ state: 'wrong', says: expect.stringContaining('read-only') }),
    );
    await run('alter role limited reset default_transaction_read_only');
  });

  it('gets warnings for few connections and short timeouts', async () => {
    await run(
      'grant create on database zavet to limited',
      'grant create on schema public to limited',
      'alter role limited connection limit 7',
      `alter role limited set statement_timeout = '5s'`,
    );
    const found = await asLimited();
    expect(found.map(({ state }) => state)).toEqual(['ok', 'warning', 'warning']);
    expect(found[1]?.says).toBe(
      'statement_timeout is 5000 ms, which cuts off backups and migrations',
    );
    expect(found[2]?.says).toBe(
      'limited may open 7 connections, and one server with jobs uses up to 26',
    );
  });
});
