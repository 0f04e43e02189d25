import { eq, getTableName, inArray, sql } from 'drizzle-orm';
import {
  listTables,
  selectAsText,
  type TableDescription,
  type TextRow,
} from '../../../platform/database/catalog.ts';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import { readInBatches } from '../../../platform/database/session.ts';
import type { WrappedKey } from '../../../platform/encryption/master-keys.ts';
import { serviceKeys } from '../../../platform/encryption/service-key-table.ts';
import { accountRequests, tombstones, users } from '../../identity/account/index.ts';
import { ownerKeys } from '../../identity/owner-keys/index.ts';
import {
  activationRequests,
  requestDocuments as documents,
  requestPapers,
} from '../../protocol/index.ts';
import {
  instructionFiles as files,
  objectRemovals,
  recountInstructions,
} from '../../vault/instructions/index.ts';
import { userStorageUsage } from '../../vault/storage/index.ts';
import { isBackedUp, type Tombstone } from './backup-rules.ts';

export async function listBackedUpTables(reading: Queryable): Promise<TableDescription[]> {
  const tables = await listTables(reading);
  return tables.filter(({ name }) => isBackedUp(name));
}

const isStored = eq(files.state, 'stored');
const isDocumentStored = eq(documents.state, 'stored');

/** Streams the rows of a table in batches; skips pending uploads. */
export function streamTable(
  snapshot: Queryable,
  table: TableDescription,
): AsyncGenerator<TextRow[]> {
  return readInBatches(snapshot, selectAsText(table, completeRowsCondition(table.name)));
}

function completeRowsCondition(table: string) {
  if (table === getTableName(files)) return isStored;
  return table === getTableName(documents) ? isDocumentStored : undefined;
}

export interface StoredFile {
  id: string;
  user_id: string;
  key: string;
  size_bytes: number;
}

/** Streams stored files in batches, sorted by key like the listings of object stores. */
export async function* streamStoredFiles(snapshot: Queryable): AsyncGenerator<StoredFile[]> {
  yield* readInBatches<StoredFile>(
    snapshot,
    sql`select ${files.id}, ${files.user_id}, ${files.object_key} collate "C" as key,
        ${files.size_bytes}
      from ${files} where ${isStored}
      union all
      select ${documents.id}, ${activationRequests.deceased_user_id},
        ${documents.object_key} collate "C", ${documents.size_bytes}
      from ${documents}
      inner join ${activationRequests} on ${activationRequests.id} = ${documents.request_id}
      where ${isDocumentStored}
      order by key`,
  );
}

export interface KeysNeeded {
  service_key: WrappedKey | undefined;
  master_versions: number[];
}

export async function readKeysNeeded({ rows }: Queryable): Promise<KeysNeeded> {
  const [service_key] = await rows<WrappedKey>(sql`
    select ${serviceKeys.master_version}, ${serviceKeys.wrapped} from ${serviceKeys}
    where ${serviceKeys.name} = 'service'`);
  const versions = await rows<{ master_version: number }>(sql`
    select ${serviceKeys.master_version} as master_version from ${serviceKeys}
    union select ${ownerKeys.master_version} from ${ownerKeys}
    union select ${requestPapers.master_version} from ${requestPapers}
    order by master_version`);
  return { service_key, master_versions: versions.map(({ master_version }) => master_version) };
}

/** True if an account exists; false also for a database without tables. */
export async function hasUsers({ rows }: Queryable): Promise<boolean> {
  if (!(await hasTable({ rows }, getTableName(users)))) return false;
  const found = await rows(sql`select 1 from ${users} limit 1`);
  return found.length > 0;
}

export async function readTombstones({ rows }: Queryable): Promise<Tombstone[]> {
  if (!(await hasTable({ rows }, getTableName(tombstones)))) return [];
  const found = await rows<{ user_id: string; moment: number }>(sql`
    select ${tombstones.user_id} as user_id,
      (extract(epoch from ${tombstones.deleted_at}) * 1000)::float8 as moment
    from ${tombstones}`);
  return found.map(({ user_id, moment }) => ({ user_id, deleted_at: new Date(moment) }));
}

export async function insertTombstones(
  database: Database,
  rows: readonly Tombstone[],
): Promise<void> {
  await database
    .db()
    .insert(tombstones)
    .values([...rows])
    .onConflictDoNothing();
}

/** Deletes a batch of accounts with tombstones, and returns their number. */
export async function deleteTombstonedBatch({ rows }: Queryable, limit: number): Promise<number> {
  const found = await rows<{ id: string }>(sql`
    select ${users.id} as id from ${users}
    where ${users.id} in (select ${tombstones.user_id} from ${tombstones})
    order by ${users.id} limit ${limit}`);
  if (found.length === 0) return 0;
  const isChosen = sql`${users.id} = any(${sql.param(found.map(({ id }) => id))}::uuid[])`;
  await rows(sql`
    delete from ${accountRequests}
    where ${accountRequests.email} in (select ${users.email} from ${users} where ${isChosen})`);
  const deleted = await rows(sql`delete from ${users} where ${isChosen} returning ${users.id}`);
  return deleted.length;
}

export async function countTombstonedAccounts({ rows }: Queryable): Promise<number> {
  const [found] = await rows<{ count: number }>(sql`
    select count(*)::int as count from ${users}
    where ${users.id} in (select ${tombstones.user_id} from ${tombstones})`);
  return found?.count ?? 0;
}

/** Counts existing accounts among `ids`, except those with a tombstone in the database. */
export async function countRevivedAccounts(
  { rows }: Queryable,
  ids: readonly string[],
): Promise<number> {
  const [found] = await rows<{ count: number }>(sql`
    select count(*)::int as count from ${users}
    where ${users.id} = any(${sql.param([...ids])}::uuid[])
      and ${users.id} not in (select ${tombstones.user_id} from ${tombstones})`);
  return found?.count ?? 0;
}

/** Recomputes storage usage, and cancels pending removals of restored objects. */
export async function recountFiles(database: Database): Promise<void> {
  const db = database.db();
  await recountInstructions(database);
  const used_bytes = sql<number>`sum(${files.size_bytes})`.as('used_bytes');
  const usage = db.select({ user_id: files.user_id, used_bytes }).from(files);
  await db
    .insert(userStorageUsage)
    .select(usage.groupBy(files.user_id))
    .onConflictDoUpdate({
      target: userStorageUsage.user_id,
      set: { used_bytes: sql`excluded.${sql.identifier(userStorageUsage.used_bytes.name)}` },
    });
  await db
    .delete(objectRemovals)
    .where(inArray(objectRemovals.object_key, db.select({ key: files.object_key }).from(files)));
  const documentKeys = db.select({ key: documents.object_key }).from(documents);
  await db.delete(objectRemovals).where(inArray(objectRemovals.object_key, documentKeys));
}

/** Counts connections of servers and workers. */
export async function countServers({ rows }: Queryable): Promise<number> {
  const [found] = await rows<{ connections: number }>(sql`
    select count(*)::int as connections from pg_stat_activity
    where datname = current_database() and application_name in ('zavet', 'pgboss')`);
  return found?.connections ?? 0;
}

async function hasTable({ rows }: Queryable, name: string): Promise<boolean> {
  const [found] = await rows<{ name: string | null }>(
    sql`select to_regclass(${`public.${name}`})::text as name`,
  );
  return Boolean(found?.name);
}
