import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { migrationsFolder } from '../installation.ts';
import type { Database, Queryable } from './database.ts';
import { DatabaseTooNew, isLockTimeout } from './database-errors.ts';
import { isOutsideTransaction, statementsOf } from './migration-rules.ts';
import { migrationLock } from './session.ts';

/** Applies pending migrations; refuses a database that is newer than this build. */
export async function migrate(database: Database, folder = migrationsFolder): Promise<void> {
  const known = knownMigrations(folder);
  await assertNotTooNew(database, known);
  if (!(await hasPendingMigrations(database, known))) return;
  await runPendingMigrations(database.driver.url, folder);
}

/** The hashes of this build's migrations. Read once at start: an upgrade may replace the files. */
export function knownMigrations(folder: string): string[] {
  return readMigrations(folder).map(({ hash }) => hash);
}

/** The name of the newest migration of this build. */
export function newestMigration(folder: string): string {
  return readMigrations(folder).at(-1)?.name ?? '';
}

export async function hasPendingMigrations(
  database: Queryable,
  known: readonly string[],
): Promise<boolean> {
  const applied = new Set(await appliedMigrations(database));
  return known.some((hash) => !applied.has(hash));
}

/** Throws `DatabaseTooNew` if the database contains a migration that this build does not. */
export async function assertNotTooNew(
  database: Queryable,
  known: readonly string[],
): Promise<void> {
  const ours = new Set(known);
  const applied = await appliedMigrations(database);
  if (applied.some((hash) => !ours.has(hash))) throw new DatabaseTooNew();
}

/** The hashes of applied migrations, oldest first. */
export async function appliedMigrations({ rows }: Queryable): Promise<string[]> {
  const [table] = await rows<{ name: string | null }>(
    sql`select to_regclass('drizzle.__drizzle_migrations')::text as name`,
  );
  if (!table?.name) return [];
  const applied = await rows<{ hash: string }>(
    sql`select hash from drizzle.__drizzle_migrations order by created_at`,
  );
  return applied.map(({ hash }) => hash);
}

/** Servers that start at the same time migrate one after the other. */
export async function runPendingMigrations(url: string, folder: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // A lost connection also rejects the running statement.
  client.on('error', () => {});
  await client.connect();
  const query: Query = async (text, values) => (await client.query(text, values)).rows;
  try {
    await acquireMigrationLock(query);
    for (const statement of migrationTable) await query(statement);
    const applied = await query<{ hash: string }>('select hash from drizzle.__drizzle_migrations');
    const hashes = new Set(applied.map(({ hash }) => hash));
    for (const migration of readMigrations(folder).filter(({ hash }) => !hashes.has(hash))) {
      await (migration.isOutsideTransaction
        ? runStatements(query, migration)
        : runWithRetries(query, migration));
    }
  } finally {
    await client.end();
  }
}

/** Gives `work` a folder with only the first `count` migrations, to migrate to an older state. */
export async function withFirstMigrations<T>(
  folder: string,
  count: number,
  work: (older: string) => Promise<T>,
): Promise<T> {
  const older = await mkdtemp(join(tmpdir(), 'zavet-migrations-'));
  try {
    const journal = readJournal(folder);
    const entries = journal.entries.slice(0, count);
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

type Query = <Row>(text: string, values?: unknown[]) => Promise<Row[]>;

const migrationTable = [
  'create schema if not exists drizzle',
  `create table if not exists drizzle.__drizzle_migrations (
    id serial primary key, hash text not null, created_at bigint)`,
];

const lockPollMs = 100;

/**
 * Polls instead of waiting in the database: a concurrent index build waits for every running
 * statement, so it would deadlock with a server that waits for this lock.
 */
async function acquireMigrationLock(query: Query): Promise<void> {
  while (true) {
    const [row] = await query<{ is_ours: boolean }>('select pg_try_advisory_lock($1) as is_ours', [
      migrationLock,
    ]);
    if (row?.is_ours) return;
    await pause(lockPollMs);
  }
}

/** About ten minutes of attempts to lock the tables. */
const maxAttempts = 500;
const retryPauseMs = 1_000;

/**
 * While a migration waits for a table lock, all later statements queue behind it, including reads.
 * So it gives up before users notice and before PostgreSQL checks for deadlocks (1 s), and retries.
 */
const lockTimeout = '300ms';

async function runWithRetries(query: Query, migration: Migration): Promise<void> {
  for (let attemptsLeft = maxAttempts; ; attemptsLeft -= 1) {
    try {
      return await inTransaction(query, async () => {
        await query(`set local lock_timeout = '${lockTimeout}'`);
        await runStatements(query, migration);
      });
    } catch (error) {
      if (attemptsLeft === 1 || !isLockTimeout(error)) throw error;
      await pause(retryPauseMs);
    }
  }
}

async function inTransaction(query: Query, work: () => Promise<void>): Promise<void> {
  await query('begin');
  try {
    await work();
    await query('commit');
  } catch (error) {
    // A lost connection has nothing to roll back.
    await query('rollback').catch(() => {});
    throw error;
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
  /** Identifies the migration in the database: the digest of the file, as in drizzle-kit. */
  hash: string;
  writtenAt: number;
  statements: string[];
  /** Required by concurrent index builds. */
  isOutsideTransaction: boolean;
}

function readMigrations(folder: string): Migration[] {
  return readJournal(folder).entries.map(({ tag, when }) => {
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

/** The journal of drizzle-kit. */
function readJournal(folder: string): { entries: { tag: string; when: number }[] } {
  return JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8'));
}
