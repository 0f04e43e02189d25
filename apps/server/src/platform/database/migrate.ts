import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { migrationsFolder } from '../folders.ts';
import { migrationLock } from './advisory-locks.ts';
import type { Database, Rows } from './database.ts';
import { DatabaseTooNew } from './database-too-new.ts';
import { readMigrations } from './migration-files.ts';
import { type Query, runMigrations } from './run-migrations.ts';

/** Servers that start at the same time wait for one another. */
export async function runPendingMigrations(url: string, folder: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // A connection lost in the middle rejects the running statement; the event needs no second answer.
  client.on('error', () => {});
  await client.connect();
  const query: Query = async (text, values) => (await client.query(text, values)).rows;
  try {
    await waitForTurn(query);
    const transaction = (work: (query: Query) => Promise<void>) => inTransaction(query, work);
    await runMigrations({ query, transaction }, readMigrations(folder));
  } finally {
    await client.end();
  }
}

const turnPauseMs = 100;

/**
 * Asks again and again instead of waiting in the database: an index that is built without blocking
 * waits for every statement that runs, and would wait for the one that waits for it.
 */
async function waitForTurn(query: Query): Promise<void> {
  const ask = 'select pg_try_advisory_lock($1) as is_ours';
  while (true) {
    const [answer] = await query<{ is_ours: boolean }>(ask, [migrationLock]);
    if (answer?.is_ours) return;
    await pause(turnPauseMs);
  }
}

async function inTransaction(query: Query, work: (query: Query) => Promise<void>): Promise<void> {
  await query('begin');
  try {
    await work(query);
    await query('commit');
  } catch (error) {
    // On a connection that is lost there is nothing to take back.
    await query('rollback').catch(() => {});
    throw error;
  }
}

/** What this build brings. Read once at start: files of a newer build may already lie there. */
export function knownMigrations(folder: string): string[] {
  return readMigrations(folder).map(({ hash }) => hash);
}

/** The name of the newest migration that this build brings. */
export function newestMigration(folder: string): string {
  return readMigrations(folder).at(-1)?.name ?? '';
}

/** Whether this build knows a migration that the database has not seen. */
export async function hasPendingMigrations(
  database: Rows,
  known: readonly string[],
): Promise<boolean> {
  const applied = new Set(await appliedMigrations(database));
  return known.some((hash) => !applied.has(hash));
}

/** Refuses a database that has seen a migration which this build does not know. */
export async function assertNotTooNew(database: Rows, known: readonly string[]): Promise<void> {
  const ours = new Set(known);
  const applied = await appliedMigrations(database);
  if (applied.some((hash) => !ours.has(hash))) throw new DatabaseTooNew();
}

/** The migrations that the database has seen, oldest first. */
export async function appliedMigrations({ rows }: Rows): Promise<string[]> {
  const [table] = await rows<{ name: string | null }>(
    sql`select to_regclass('drizzle.__drizzle_migrations')::text as name`,
  );
  if (!table?.name) return [];
  const applied = await rows<{ hash: string }>(
    sql`select hash from drizzle.__drizzle_migrations order by created_at`,
  );
  return applied.map(({ hash }) => hash);
}

/** Applies pending migrations; refuses a database that is newer than this build. */
export async function migrate(database: Database, folder = migrationsFolder): Promise<void> {
  const known = knownMigrations(folder);
  await assertNotTooNew(database, known);
  if (!(await hasPendingMigrations(database, known))) return;
  await runPendingMigrations(database.driver.url, folder);
}
