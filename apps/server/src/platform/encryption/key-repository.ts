import { and, asc, count, eq, gt, lt, ne, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import type { WrappedKey } from './master-keys.ts';
import type { WrappedOwnerKey } from './owner-key.ts';
import { serviceKeys } from './service-key-table.ts';

const name = 'service';

/** Returns the service key; stores `fresh` first if the installation has no service key yet. */
export async function findOrInsertServiceKey(
  database: Database,
  fresh: WrappedKey,
  now: Date,
): Promise<WrappedKey> {
  const found = await findServiceKey(database);
  if (found) return found;
  const row = { name, ...fresh, created_at: now };
  await database.db().insert(serviceKeys).values(row).onConflictDoNothing();
  return (await findServiceKey(database)) ?? fresh;
}

export async function findServiceKey(database: Database): Promise<WrappedKey | undefined> {
  const [row] = await database
    .db()
    .select({ master_version: serviceKeys.master_version, wrapped: serviceKeys.wrapped })
    .from(serviceKeys)
    .where(eq(serviceKeys.name, name));
  return row;
}

/** Does nothing if another process rewrapped the key first. */
export async function updateServiceKey(database: Database, wrapped: WrappedKey): Promise<void> {
  await database
    .db()
    .update(serviceKeys)
    .set(wrapped)
    .where(and(eq(serviceKeys.name, name), ne(serviceKeys.master_version, wrapped.master_version)));
}

/** A table with a wrapped key in every row, bound to the id of the row. */
export interface KeyTable {
  table: PgTable;
  id: PgColumn;
  key_id: PgColumn;
  master_version: PgColumn;
  wrapped: PgColumn;
}

export interface KeyRow extends WrappedOwnerKey {
  id: string;
}

/** Locks and returns the next keys that an older master key has wrapped. */
export async function lockKeysOlderThan(
  database: Database,
  { table, id, key_id, master_version, wrapped }: KeyTable,
  version: number,
  afterId: string,
  limit: number,
): Promise<KeyRow[]> {
  const rows = await database
    .db()
    .select({ id, key_id, master_version, wrapped })
    .from(table)
    .where(and(lt(master_version, version), gt(id, afterId)))
    .orderBy(asc(id))
    .limit(limit)
    .for('update');
  return rows as KeyRow[];
}

export async function updateKey(
  database: Database,
  keys: KeyTable,
  id: string,
  { key_id, master_version, wrapped }: WrappedOwnerKey,
): Promise<void> {
  await database
    .db()
    .update(keys.table)
    .set({ master_version, wrapped })
    .where(and(eq(keys.id, id), eq(keys.key_id, key_id)));
}

/** Number of keys per master key. */
export async function countKeysByVersion(
  database: Database,
  { table, master_version }: KeyTable,
): Promise<{ master_version: number; keys: number }[]> {
  const rows = await database
    .db()
    .select({ master_version, keys: count() })
    .from(table)
    .groupBy(master_version)
    .orderBy(asc(master_version));
  return rows as { master_version: number; keys: number }[];
}

/** A few keys of every used version. Skips through the index instead of scanning the table. */
export function sampleKeysByVersion(
  database: Database,
  { table, id }: KeyTable,
  perVersion: number,
): Promise<KeyRow[]> {
  return database.rows<KeyRow>(sql`
    with recursive versions as (
      (select master_version from ${table} order by master_version limit 1)
      union all
      select (select master_version from ${table} later
        where later.master_version > versions.master_version order by master_version limit 1)
      from versions where versions.master_version is not null
    )
    select sample.${sql.identifier(id.name)} as id, sample.key_id, sample.master_version,
      sample.wrapped
    from versions cross join lateral (
      select * from ${table} one
      where one.master_version = versions.master_version limit ${perVersion}
    ) sample`);
}
