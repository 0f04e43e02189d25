import { type Column, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import { readInBatches, withSnapshot } from '../../../platform/database/session.ts';
import { activationRequests, requestDocuments as documents } from '../../protocol/index.ts';
import { dataExports as exports, dataImports as imports } from '../../vault/data-export/index.ts';
import {
  instructionFiles as files,
  objectRemovals as removals,
} from '../../vault/instructions/index.ts';

export interface NamedObject {
  key: string;
  kind: 'export' | 'file' | 'archive' | 'document' | 'removal';
  id: string | null;
  owner_id: string | null;
  size_bytes: number | null;
  /** `arriving`: upload in progress; `leaving`: removal pending. */
  state: 'stored' | 'arriving' | 'leaving';
}

const sampleSize = 20;
const isFileStored = eq(files.state, 'stored');
const isDocumentStored = eq(documents.state, 'stored');

const isReceived = inArray(imports.state, ['waiting', 'reading']);

type Condition = (key: Column) => SQL;

const isAmong =
  (keys: readonly string[]): Condition =>
  (key) =>
    sql`${key} = any(${sql.param([...keys])}::text[])`;

/**
 * All rows that name objects, one per key, sorted by key. A pending removal is listed only if no
 * other row names the object. The condition is repeated per table, so that indexes apply.
 */
const selectNamedObjects = (isWanted: Condition = () => sql`true`) => sql`
  select distinct on (key) key, kind, id, owner_id, size_bytes, state from (
    select ${files.object_key} collate "C" as key, 'file' as kind, ${files.id}::text as id,
      ${files.user_id}::text as owner_id, ${files.size_bytes}::float8 as size_bytes,
      case ${files.state} when 'stored' then 'stored' else 'arriving' end as state
    from ${files} where ${isWanted(files.object_key)}
    union all
    select ${documents.object_key} collate "C", 'document', ${documents.id}::text,
      ${activationRequests.deceased_user_id}::text, ${documents.size_bytes}::float8,
      case ${documents.state} when 'stored' then 'stored' else 'arriving' end
    from ${documents}
    inner join ${activationRequests} on ${activationRequests.id} = ${documents.request_id}
    where ${isWanted(documents.object_key)}
    union all
    select ${exports.object_key} collate "C", 'export', ${exports.id}::text,
      ${exports.user_id}::text, ${exports.size_bytes}::float8,
      case ${exports.state} when 'ready' then 'stored' else 'arriving' end
    from ${exports} where ${exports.object_key} is not null and ${isWanted(exports.object_key)}
    union all
    select ${imports.object_key} collate "C", 'archive', ${imports.id}::text,
      ${imports.user_id}::text, ${imports.size_bytes}::float8,
      case when ${isReceived} then 'stored' else 'arriving' end
    from ${imports} where ${imports.object_key} is not null and ${isWanted(imports.object_key)}
    union all
    select ${removals.object_key} collate "C", 'removal', null, null, null, 'leaving'
    from ${removals} where ${isWanted(removals.object_key)}
  ) named order by key, state = 'leaving'`;

const batchRows = 1_000;

/** Passes all rows that name objects to `work`, sorted by key and from one snapshot. */
export function withNamedObjects<T>(
  database: Database,
  work: (batches: AsyncIterable<NamedObject[]>) => Promise<T>,
): Promise<T> {
  return withSnapshot(database, undefined, (snapshot) =>
    work(readInBatches<NamedObject>(snapshot, selectNamedObjects(), batchRows)),
  );
}

export async function findNamedObjects(
  { rows }: Queryable,
  keys: readonly string[],
): Promise<Map<string, NamedObject>> {
  const found = await rows<NamedObject>(selectNamedObjects(isAmong(keys)));
  return new Map(found.map((object) => [object.key, object]));
}

/** Enqueues removals, except of objects that have a row by now; returns the enqueued keys. */
export async function enqueueRemovals(
  { rows }: Queryable,
  keys: readonly string[],
): Promise<string[]> {
  const naming = [files, documents, exports, imports].map(
    (table) => sql`not exists (select 1 from ${table} where ${table.object_key} = given.key)`,
  );
  const enqueued = await rows<{ key: string }>(sql`
    insert into ${removals} (${sql.identifier(removals.object_key.name)})
    select given.key from unnest(${sql.param([...keys])}::text[]) as given(key)
    where ${sql.join(naming, sql` and `)}
    on conflict do nothing
    returning ${removals.object_key} as key`);
  return enqueued.map(({ key }) => key);
}

/** Deletes papers of requests, exports and imports whose objects are lost; returns their number. */
export async function deleteLostRows(
  { rows }: Queryable,
  keys: readonly string[],
): Promise<number> {
  const isLost = isAmong(keys);
  const deleted = await rows(sql`
    with papers as (
      delete from ${documents} where ${isDocumentStored} and ${isLost(documents.object_key)}
      returning 1
    ), ready as (
      delete from ${exports} where ${exports.state} = 'ready' and ${isLost(exports.object_key)}
      returning 1
    ), received as (
      delete from ${imports} where ${isReceived} and ${isLost(imports.object_key)} returning 1
    )
    select 1 from papers union all select 1 from ready union all select 1 from received`);
  return deleted.length;
}

/** Ids are random, so the first rows are a random sample. */
export async function sampleStoredKeys(database: Database): Promise<string[]> {
  const db = database.db();
  const fileKeys = db.select({ key: files.object_key }).from(files).where(isFileStored);
  const documentKeys = db
    .select({ key: documents.object_key })
    .from(documents)
    .where(isDocumentStored);
  const rows = [
    ...(await fileKeys.orderBy(files.id).limit(sampleSize)),
    ...(await documentKeys.orderBy(documents.id).limit(sampleSize)),
  ];
  return rows.map(({ key }) => key);
}

/** Returns those of the keys that still belong to stored objects. */
export async function filterStoredKeys(
  { rows }: Queryable,
  keys: readonly string[],
): Promise<string[]> {
  const found = await rows<{ key: string }>(sql`
    select ${files.object_key} as key from ${files}
    where ${isFileStored} and ${isAmong(keys)(files.object_key)}
    union all
    select ${documents.object_key} from ${documents}
    where ${isDocumentStored} and ${isAmong(keys)(documents.object_key)}`);
  return found.map(({ key }) => key);
}
