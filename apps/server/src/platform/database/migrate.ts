import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import { Client } from 'pg';
import { migrationLock } from './advisory-locks.ts';
import type { Database, Rows } from './database.ts';

/** Migrates the embedded database, which its folder lock already keeps to one process. */
export async function migrateEmbedded(database: Database, folder: string): Promise<void> {
  await migratePglite(database.db() as never, { migrationsFolder: folder });
}

/** Migrates PostgreSQL. Servers that start at once wait for one another. */
export async function migratePostgresServer(url: string, folder: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // A connection lost in the middle rejects the running statement; the event needs no second answer.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await migratePostgres(drizzle({ client }), { migrationsFolder: folder });
  } finally {
    await client.end();
  }
}

/** What this build brings. Read once at start: files of a newer build may already lie there. */
export function knownMigrations(folder: string): string[] {
  return readMigrationFiles({ migrationsFolder: folder }).map(({ hash }) => hash);
}

/** Whether this build knows a migration that the database has not seen. */
export async function hasPendingMigrations(
  database: Rows,
  known: readonly string[],
): Promise<boolean> {
  const applied = new Set(await appliedMigrations(database));
  return known.some((hash) => !applied.has(hash));
}

/** Asks whether the database has seen everything that this build knows; throws while it is away. */
export function migrationCheck(database: Rows, known: readonly string[]): () => Promise<boolean> {
  return async () => !(await hasPendingMigrations(database, known));
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
