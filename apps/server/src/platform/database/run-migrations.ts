import { setTimeout as pause } from 'node:timers/promises';
import type { Migration } from './migration-files.ts';
import { isLockTimeout } from './sql-state.ts';

export type Query = <Row>(text: string, values?: unknown[]) => Promise<Row[]>;

/** One connection that nobody else uses meanwhile. */
export interface MigrationLine {
  query: Query;
  transaction(work: (query: Query) => Promise<void>): Promise<void>;
}

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

/** Runs what the database has not seen, each migration whole or not at all, while others use the database. */
export async function runMigrations(
  line: MigrationLine,
  migrations: readonly Migration[],
): Promise<void> {
  for (const statement of memory) await line.query(statement);
  const seen = await line.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations');
  const hashes = new Set(seen.map(({ hash }) => hash));
  for (const migration of migrations.filter(({ hash }) => !hashes.has(hash))) {
    await (migration.isOutsideTransaction
      ? runStatements(line.query, migration)
      : runPatiently(line, migration));
  }
}

async function runPatiently(line: MigrationLine, migration: Migration): Promise<void> {
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
