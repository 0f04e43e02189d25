import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { migrationsFolder } from '../installation.ts';
import type { Database, Rows } from './database.ts';
import { DatabaseTooNew, isLockTimeout } from './database-errors.ts';
import { isOutsideTransaction, statementsOf } from './migration-rules.ts';
import { migrationLock } from './session.ts';

/** How often a migration asks for its locks, with a pause between; some ten minutes. */
const tries = 500;

const pauseMs = 1_000;

/**
 * A statement that waits for a table makes everybody wait who comes after it, readers too. So it gives up
 * sooner than a person notices, and than PostgreSQL looks for deadlocks, lets everybody pass and asks again.
 */
const longestLockWait = '300ms';

/** What a database has to have before it can remember migrations. */
const memory = [
  'create schema if not exists drizzle',
  `create table if not exists drizzle.__drizzle_migrations (
    id serial primary key, hash text not null, created_at bigint)`,
];

/** Servers that start at the same time wait for one another. */
export async function runPendingMigrations(url: string, folder: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // A connection lost in the middle rejects the running statement; the event needs no second answer.
  client.on('error', () => {});
  await client.connect();
  const query: Query = async (text, values) => (await client.query(text, values)).rows;
  try {
    await acquireMigrationLock(query);
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
async function acquireMigrationLock(query: Query): Promise<void> {
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

type Query = <Row>(text: string, values?: unknown[]) => Promise<Row[]>;

/** One connection that nobody else uses meanwhile. */
interface MigrationConnection {
  query: Query;
  transaction(work: (query: Query) => Promise<void>): Promise<void>;
}

/** Runs what the database has not seen, each migration whole or not at all, while others use the database. */
async function runMigrations(
  line: MigrationConnection,
  migrations: readonly Migration[],
): Promise<void> {
  for (const statement of memory) await line.query(statement);
  const seen = await line.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations');
  const hashes = new Set(seen.map(({ hash }) => hash));
  for (const migration of migrations.filter(({ hash }) => !hashes.has(hash))) {
    await (migration.isOutsideTransaction
      ? runStatements(line.query, migration)
      : runWithRetries(line, migration));
  }
}

async function runWithRetries(line: MigrationConnection, migration: Migration): Promise<void> {
  for (let left = tries; ; left -= 1) {
    try {
      return await line.transaction(async (query) => {
        await query(`set local lock_timeout = '${longestLockWait}'`);
        await runStatements(query, migration);
      });
    } catch (error) {
      if (left === 1 || !isLockTimeout(error)) throw error;
      await pause(pauseMs);
    }
  }
}

async function runStatements(query: Query, migration: Migration): Promise<void> {
  for (const statement of migration.statements) await query(statement);
  await query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
    migration.hash,
    migration.writtenAt,
  ]);
}

interface Migration {
  /** The name of its file, such as `0000_schema`. */
  name: string;
  /** By which a database remembers it: of the file's content, as drizzle-kit has always done it. */
  hash: string;
  writtenAt: number;
  statements: string[];
  /** For what PostgreSQL does only outside of one: indexes that are built while others write. */
  isOutsideTransaction: boolean;
}

interface Journal {
  entries: { tag: string; when: number }[];
}

/** The migrations of a folder in their order, as drizzle-kit has written them down. */
function readMigrations(folder: string): Migration[] {
  const journal: Journal = JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8'));
  return journal.entries.map(({ tag, when }) => {
    const text = readFileSync(join(folder, `${tag}.sql`), 'utf8');
    return {
      name: tag,
      hash: createHash('sha256').update(text).digest('hex'),
      writtenAt: when,
      statements: statementsOf(text),
      isOutsideTransaction: isOutsideTransaction(text),
    };
  });
}

/** Gives `work` a folder with the first `count` migrations only, to bring a database to an older state. */
export async function withFirstMigrations<T>(
  folder: string,
  count: number,
  work: (older: string) => Promise<T>,
): Promise<T> {
  const older = await mkdtemp(join(tmpdir(), 'zavet-migrations-'));
  try {
    const journal = JSON.parse(await readFile(join(folder, 'meta', '_journal.json'), 'utf8'));
    const entries: { tag: string }[] = journal.entries.slice(0, count);
    await mkdir(join(older, 'meta'));
    await writeFile(join(older, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries }));
    for (const { tag } of entries) {
      await copyFile(join(folder, `${tag}.sql`), join(older, `${tag}.sql`));
    }
    return await work(older);
  } finally {
    await rm(older, { recursive: true, force: true });
  }
}
