import { sql } from 'drizzle-orm';
import {
  listTables,
  selectAsText,
  type TableFacts,
  type TextRow,
} from '../../platform/database/catalog.ts';
import type { Database, Rows } from '../../platform/database/database.ts';
import { rowsInParts } from '../../platform/database/snapshot.ts';
import type { WrappedKey } from '../../platform/encryption/master-keys.ts';
import { isKept, type Tombstone } from './backup-rules.ts';

/** The tables that a backup holds. */
export async function keptTables(reading: Rows): Promise<TableFacts[]> {
  const tables = await listTables(reading);
  return tables.filter(({ name }) => isKept(name));
}

/** The rows of a table, some at a time. Files that are still arriving are not there yet. */
export function tableInParts(snapshot: Rows, table: TableFacts): AsyncGenerator<TextRow[]> {
  const isComplete = table.name === 'instruction_files' ? sql`state = 'stored'` : undefined;
  return rowsInParts(snapshot, selectAsText(table, isComplete));
}

export interface StoredFile {
  id: string;
  user_id: string;
  object_key: string;
  size_bytes: number;
}

export function storedFilesInParts(snapshot: Rows): AsyncGenerator<StoredFile[]> {
  return rowsInParts(
    snapshot,
    sql`select id, user_id, object_key, size_bytes from instruction_files where state = 'stored'`,
  );
}

export interface KeysNeeded {
  service_key: WrappedKey | undefined;
  master_versions: number[];
}

export async function readKeysNeeded({ rows }: Rows): Promise<KeysNeeded> {
  const [service_key] = await rows<WrappedKey>(
    sql`select master_version, wrapped from service_keys where name = 'service'`,
  );
  const versions = await rows<{ master_version: number }>(sql`
    select master_version from service_keys union select master_version from owner_keys
    order by master_version`);
  return { service_key, master_versions: versions.map(({ master_version }) => master_version) };
}

/** Whether somebody's account is there; a database without tables holds nobody's. */
export async function holdsUsers({ rows }: Rows): Promise<boolean> {
  if (!(await hasTable({ rows }, 'users'))) return false;
  const found = await rows(sql`select 1 from users limit 1`);
  return found.length > 0;
}

export async function readTombstones({ rows }: Rows): Promise<Tombstone[]> {
  if (!(await hasTable({ rows }, 'tombstones'))) return [];
  const found = await rows<{ user_id: string; moment: number }>(sql`
    select user_id, (extract(epoch from deleted_at) * 1000)::float8 as moment from tombstones`);
  return found.map(({ user_id, moment }) => ({ user_id, deleted_at: new Date(moment) }));
}

/** Deletes everything of the accounts that have a tombstone, and says how many were there. */
export async function deleteBuried({ rows }: Rows): Promise<number> {
  const isBuried = sql`id in (select user_id from tombstones)`;
  await rows(sql`
    delete from account_requests where email in (select email from users where ${isBuried})`);
  const deleted = await rows(sql`delete from users where ${isBuried} returning id`);
  return deleted.length;
}

/** Corrects what follows from the files: what each owner uses, and which objects have to go. */
export async function settleFiles({ rows }: Rows): Promise<void> {
  await rows(sql`
    insert into user_storage_usage as usage (user_id, used_bytes)
    select user_id, sum(size_bytes) from instruction_files group by user_id
    on conflict (user_id) do update set used_bytes = excluded.used_bytes`);
  await rows(sql`
    delete from object_removals where object_key in (select object_key from instruction_files)`);
}

/** Connections that servers and workers keep to this database. */
export async function countServers({ driver, rows }: Database): Promise<number> {
  if (driver.engine === 'pglite') return 0;
  const [found] = await rows<{ connections: number }>(sql`
    select count(*)::int as connections from pg_stat_activity
    where datname = current_database() and application_name in ('zavet', 'pgboss')`);
  return found?.connections ?? 0;
}

async function hasTable({ rows }: Rows, name: string): Promise<boolean> {
  const [found] = await rows<{ name: string | null }>(
    sql`select to_regclass(${`public.${name}`})::text as name`,
  );
  return Boolean(found?.name);
}
