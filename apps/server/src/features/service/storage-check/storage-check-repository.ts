import { and, type Column, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database, Rows } from '../../../platform/database/database.ts';
import { readInBatches, withSnapshot } from '../../../platform/database/session.ts';
import { activationRequests, requestDocuments as documents } from '../../protocol/index.ts';
import { dataExports as exports, dataImports as imports } from '../../vault/data-export/index.ts';
import {
  instructionFiles as files,
  objectRemovals as removals,
} from '../../vault/instructions/index.ts';
import type { NamedObject } from './storage-check-rules.ts';

const ofEach = 20;

const isFileStored = eq(files.state, 'stored');

const isDocumentStored = eq(documents.state, 'stored');

type Condition = (key: Column) => SQL;

/**
 * Everything that names objects, once each, in the order of the keys. A key that waits for its
 * removal and has a row as well counts as what the row says. The condition stands beside each
 * table, where an index serves it.
 */
const namedObjects = (isWanted: Condition = () => sql`true`) => sql`
  select distinct on (key) key, what, id, owner_id, size_bytes, state from (
    select ${files.object_key} collate "C" as key, 'file' as what, ${files.id}::text as id,
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
      case when ${imports.state} in ('waiting', 'reading') then 'stored' else 'arriving' end
    from ${imports} where ${imports.object_key} is not null and ${isWanted(imports.object_key)}
    union all
    select ${removals.object_key} collate "C", 'removal', null, null, null, 'leaving'
    from ${removals} where ${isWanted(removals.object_key)}
  ) named order by key, state = 'leaving'`;

const partRows = 1_000;

/** Lets `work` see all objects that the database names, in the order of their keys. */
export function withNamedObjects<T>(
  database: Database,
  work: (parts: AsyncIterable<NamedObject[]>) => Promise<T>,
): Promise<T> {
  return withSnapshot(database, undefined, (snapshot) =>
    work(readInBatches<NamedObject>(snapshot, namedObjects(), partRows)),
  );
}

/** What the database says of some keys at this moment. */
export async function findNamedObjects(
  { rows }: Rows,
  keys: readonly string[],
): Promise<Map<string, NamedObject>> {
  const isAmong: Condition = (key) => sql`${key} = any(${sql.param([...keys])}::text[])`;
  const found = await rows<NamedObject>(namedObjects(isAmong));
  return new Map(found.map((one) => [one.key, one]));
}

/** Has objects removed that no row names, and says which: one that got a row meanwhile stays. */
export async function enqueueRemovals({ rows }: Rows, keys: readonly string[]): Promise<string[]> {
  const naming = [files, documents, exports, imports].map(
    (table) => sql`not exists (select 1 from ${table} where ${table.object_key} = given.key)`,
  );
  const ordered = await rows<{ key: string }>(sql`
    insert into ${removals} (${sql.identifier(removals.object_key.name)})
    select given.key from unnest(${sql.param([...keys])}::text[]) as given(key)
    where ${sql.join(naming, sql` and `)}
    on conflict do nothing
    returning ${removals.object_key} as key`);
  return ordered.map(({ key }) => key);
}

/** Keys of some objects that have to be in the store. Ids are random, so the first ones are any. */
export async function sampleStoredKeys(database: Database): Promise<string[]> {
  const db = database.db();
  const rows = [
    ...(await db
      .select({ key: files.object_key })
      .from(files)
      .where(isFileStored)
      .orderBy(files.id)
      .limit(ofEach)),
    ...(await db
      .select({ key: documents.object_key })
      .from(documents)
      .where(isDocumentStored)
      .orderBy(documents.id)
      .limit(ofEach)),
  ];
  return rows.map(({ key }) => key);
}

/** Those of the keys that still belong to something that is kept. */
export async function filterStoredKeys(
  database: Database,
  keys: readonly string[],
): Promise<string[]> {
  const db = database.db();
  const rows = [
    ...(await db
      .select({ key: files.object_key })
      .from(files)
      .where(and(isFileStored, inArray(files.object_key, [...keys])))),
    ...(await db
      .select({ key: documents.object_key })
      .from(documents)
      .where(and(isDocumentStored, inArray(documents.object_key, [...keys])))),
  ];
  return rows.map(({ key }) => key);
}
