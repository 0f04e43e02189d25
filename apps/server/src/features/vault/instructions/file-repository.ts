import { bytesPerMb } from '@zavet/contract/vault/file-rules';
import type { FileRemovalReason } from '@zavet/contract/vault/instruction-values';
import { and, eq, getTableColumns, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { WrappedOwnerKey } from '../../../platform/encryption/owner-key.ts';
import { ownerKeys, wrappedKeyColumns, wrappedKeySql } from '../../identity/owner-keys/index.ts';
import { userStorage } from '../storage/index.ts';
import {
  expectedFiles,
  instructionFiles,
  instructions,
  removedFiles,
} from './instruction-tables.ts';

type StoredRow = Omit<typeof instructionFiles.$inferSelect, 'lease_until' | 'binned_id'>;

/** A file of an instruction that is not in the bin. */
export interface FileRow extends StoredRow {
  instruction_id: string;
}

const { lease_until: _, binned_id: __, ...storedColumns } = getTableColumns(instructionFiles);
const fileColumns = {
  ...storedColumns,
  instruction_id: sql<string>`${instructionFiles.instruction_id}`,
};

/** Location and plain size of a sealed object. */
export type StoredObject = Pick<FileRow, 'id' | 'object_key' | 'size_bytes'>;

/** Identifies a file of an instruction without decrypting its name. */
export type FileIdentity = Pick<FileRow, 'instruction_id' | 'name_digest' | 'size_bytes'>;

export function isSameFile(
  table: typeof instructionFiles | typeof expectedFiles,
  { instruction_id, name_digest, size_bytes }: FileIdentity,
) {
  return and(
    eq(table.instruction_id, instruction_id),
    eq(table.name_digest, name_digest),
    eq(table.size_bytes, size_bytes),
  );
}

const isStored = eq(instructionFiles.state, 'stored');
const isOutsideBin = isNotNull(instructionFiles.instruction_id);

export async function findStoredFile(database: Database, userId: string, id: string) {
  const [found] = await database
    .db()
    .select({ file: fileColumns, key: wrappedKeyColumns })
    .from(instructionFiles)
    .innerJoin(ownerKeys, eq(ownerKeys.user_id, instructionFiles.user_id))
    .where(
      and(
        eq(instructionFiles.id, id),
        eq(instructionFiles.user_id, userId),
        isStored,
        isOutsideBin,
      ),
    );
  return found;
}

export function listStoredFiles(
  database: Database,
  userId: string,
  instructionId: string,
): Promise<FileRow[]> {
  return database
    .db()
    .select(fileColumns)
    .from(instructionFiles)
    .where(
      and(
        eq(instructionFiles.instruction_id, instructionId),
        eq(instructionFiles.user_id, userId),
        isStored,
      ),
    )
    .orderBy(instructionFiles.created_at, instructionFiles.id);
}

export async function deleteFileRow(database: Database, userId: string, id: string): Promise<void> {
  await database
    .db()
    .delete(instructionFiles)
    .where(and(eq(instructionFiles.id, id), eq(instructionFiles.user_id, userId)));
}

export type ExpectedFileRow = typeof expectedFiles.$inferSelect;

/** Skips files that are expected or stored already. Returns the number of new ones. */
export async function insertExpected(
  database: Database,
  rows: readonly ExpectedFileRow[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const values = sql.join(
    rows.map(
      (row) => sql`(${row.id}::uuid, ${row.user_id}::uuid, ${row.instruction_id}::uuid,
        ${row.file_name}::text, ${row.name_digest}::text, ${row.size_bytes}::int,
        ${row.created_at.toISOString()}::timestamptz)`,
    ),
    sql`, `,
  );
  const inserted = await database.rows(sql`
    insert into ${expectedFiles}
      (id, user_id, instruction_id, file_name, name_digest, size_bytes, created_at)
    select * from (values ${values}) as wanted
      (id, user_id, instruction_id, file_name, name_digest, size_bytes, created_at)
    where not exists (
      select 1 from ${instructionFiles} stored
      where stored.instruction_id = wanted.instruction_id
        and stored.name_digest = wanted.name_digest
        and stored.size_bytes = wanted.size_bytes and stored.state = 'stored')
    on conflict do nothing
    returning id`);
  return inserted.length;
}

/** Stored and expected files; an upload in progress counts as expected. The bin counts, too. */
export async function countFiles(database: Database, userId: string): Promise<number> {
  const [row] = await database.rows<{ files: number }>(sql`
    select (
      (select count(*) from ${instructionFiles} where user_id = ${userId} and state = 'stored') +
      (select count(*) from ${expectedFiles} where user_id = ${userId}))::int as files`);
  return row?.files ?? 0;
}

export async function findExpected(
  database: Database,
  userId: string,
  id: string,
): Promise<ExpectedFileRow | undefined> {
  const [row] = await database
    .db()
    .select()
    .from(expectedFiles)
    .where(and(eq(expectedFiles.id, id), eq(expectedFiles.user_id, userId)));
  return row;
}

export async function deleteExpected(database: Database, file: FileIdentity): Promise<void> {
  await database.db().delete(expectedFiles).where(isSameFile(expectedFiles, file));
}

/**
 * An owner's files with the running total of their sizes, oldest first. Files of queued and sent
 * instructions count first and are never removed; files in the bin count last.
 */
const filesWithTotals = (userId: string) => sql`(
  select files.*, owned.id is null or (owned.status = 'outbox' and owned.queued_at is null) as is_open,
    sum(files.size_bytes) over (
      order by owned.id is null, owned.status = 'outbox' and owned.queued_at is null,
        files.created_at, files.id
    ) as total_bytes
  from ${instructionFiles} files
  left join ${instructions} owned on owned.id = files.instruction_id
  where files.user_id = ${userId})`;

export interface LeavingFile {
  id: string;
  /** Null for a file in the bin. */
  instruction_id: string | null;
  file_name: string;
  leaves_on: string;
}

/** Files above the quota that are removed when the grace period ends. */
export function listLeavingFiles(
  database: Database,
  userId: string,
): Promise<(LeavingFile & WrappedOwnerKey)[]> {
  return database.rows(sql`
    select file.id, file.instruction_id, file.file_name,
      ${userStorage.grace_until}::text as leaves_on, ${wrappedKeySql}
    from ${userStorage}
    inner join ${ownerKeys} on ${ownerKeys.user_id} = ${userStorage.user_id}
    cross join lateral ${filesWithTotals(userId)} file
    where ${userStorage.user_id} = ${userId} and ${userStorage.grace_until} is not null
      and file.is_open and file.state = 'stored'
      and file.total_bytes > ${userStorage.limit_mb} * ${bytesPerMb}::bigint
    order by file.created_at, file.id`);
}

/**
 * Deletes the newest files until the rest takes at most the given bytes, and records the names of
 * stored files. Returns their number; uploads in progress and files in the bin are not recorded.
 */
export async function removeNewestFiles(
  database: Database,
  userId: string,
  bytesLeft: number,
  removal: Removal,
): Promise<number> {
  const isAboveLimit = sql`id in (
    select file.id from ${filesWithTotals(userId)} file
    where file.total_bytes > ${bytesLeft} and file.is_open)`;
  const [removed] = await database.rows<{ files: number }>(sql`
    with ${deleteAndRecord(isAboveLimit, removal, 'no_space')}
    select count(*)::int as files from recorded`);
  return removed?.files ?? 0;
}

/** Deletes files whose objects are lost, and returns their number by owner. */
export function deleteLostFiles(
  { rows }: Queryable,
  keys: readonly string[],
  removal: Removal,
): Promise<{ user_id: string; files: number }[]> {
  const isLost = sql`state = 'stored' and object_key = any(${sql.param([...keys])}::text[])`;
  return rows(sql`
    with ${deleteAndRecord(isLost, removal, 'lost')}
    select user_id, count(*)::int as files from deleted group by user_id order by user_id`);
}

interface Removal {
  /** Shared by the files that one mail names. */
  removal_id: string;
  removed_on: string;
}

function deleteAndRecord(
  isChosen: SQL,
  { removal_id, removed_on }: Removal,
  reason: FileRemovalReason,
) {
  return sql`deleted as (
      delete from ${instructionFiles} where ${isChosen} returning *
    ), recorded as (
      insert into ${removedFiles}
        (id, user_id, instruction_id, removal_id, file_name, name_digest, reason, removed_on)
      select id, user_id, instruction_id, ${removal_id}::uuid, file_name, name_digest, ${reason},
        ${removed_on}::date
      from deleted where state = 'stored' and instruction_id is not null
      returning id
    )`;
}

export function listRemovedFiles(
  database: Database,
  userId: string,
  removalId: string,
): Promise<({ id: string; file_name: string } & WrappedOwnerKey)[]> {
  return database.rows(sql`
    select removed.id, removed.file_name, ${wrappedKeySql}
    from ${removedFiles} removed
    inner join ${ownerKeys} on ${ownerKeys.user_id} = removed.user_id
    where removed.user_id = ${userId} and removed.removal_id = ${removalId}
    order by removed.id`);
}
