import { and, asc, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { prepareStatement } from '../../../platform/database/prepared.ts';
import type { WrappedOwnerKey } from '../../../platform/encryption/owner-key.ts';
import { lowestId } from '../../../platform/ids.ts';
import { users } from '../../identity/account/index.ts';
import { ownerKeys, wrappedKeySql } from '../../identity/owner-keys/index.ts';
import {
  type ExpectedFileRow,
  type FileIdentity,
  type FileRow,
  isSameFile,
} from './file-repository.ts';
import {
  expectedFiles,
  instructionFiles,
  instructions,
  removedFiles,
} from './instruction-tables.ts';

type UploadTarget = Pick<FileRow, 'user_id' | 'instruction_id'>;

interface LockedTarget {
  /** Null: the owner has no such instruction. */
  status: 'open' | 'closed' | null;
  /** Null before the first use of the key. */
  key: WrappedOwnerKey | null;
}

/**
 * Locks owner and instruction in this order. A separate statement, because only a later one sees
 * the changes that were committed while this one waited for the locks.
 */
const lockTargetStatement = prepareStatement<UploadTarget>(
  (values) => sql`
    with owner as materialized (
      select ${users.id} from ${users} where ${users.id} = ${values.user_id} for update
    ), place as materialized (
      select ${instructions.status}, ${instructions.queued_at} from ${instructions}
      where ${instructions.id} = ${values.instruction_id}
        and ${instructions.user_id} = (select owner.id from owner)
      for update
    )
    select
      (select case when status = 'outbox' and queued_at is null then 'open' else 'closed' end
        from place) as status,
      ${wrappedKeySql}
    from owner
    left join ${ownerKeys} on ${ownerKeys.user_id} = owner.id`,
);

/** Undefined when the account was deleted. */
export async function lockUploadTarget(
  database: Database,
  { user_id, instruction_id }: UploadTarget,
): Promise<LockedTarget | undefined> {
  const [row] = await database.rows<Pick<LockedTarget, 'status'> & WrappedOwnerKey>(
    lockTargetStatement({ user_id, instruction_id }),
  );
  if (!row) return undefined;
  const { status, key_id, master_version, wrapped } = row;
  return { status, key: key_id ? { key_id, master_version, wrapped } : null };
}

interface NewFile extends Omit<FileRow, 'created_at' | 'state'> {
  expected_id: string;
  expected_name: string;
  created_at: string;
  lease_seconds: number;
}

const attachedFileSql = (file: Record<'instruction_id' | 'name_digest' | 'size_bytes', SQL>) => sql`
  select 1 from ${instructionFiles}
  where instruction_id = ${file.instruction_id} and name_digest = ${file.name_digest}
    and size_bytes = ${file.size_bytes} and state = 'stored'`;

const reserveStatement = prepareStatement<NewFile>(
  (file) => sql`
    with attached as (${attachedFileSql(file)}), arrived as (
      delete from ${expectedFiles}
      where instruction_id = ${file.instruction_id} and name_digest = ${file.name_digest}
        and size_bytes = ${file.size_bytes} and exists (select 1 from attached)
    ), expected as (
      insert into ${expectedFiles}
        (id, user_id, instruction_id, file_name, name_digest, size_bytes, created_at)
      select ${file.expected_id}::uuid, ${file.user_id}::uuid, ${file.instruction_id}::uuid,
        ${file.expected_name}::text, ${file.name_digest}::text, ${file.size_bytes}::int,
        ${file.created_at}::timestamptz
      where not exists (select 1 from attached)
      on conflict do nothing
      returning id
    ), place as (
      insert into ${instructionFiles}
        (id, user_id, instruction_id, object_key, file_name, name_digest, size_bytes, mime_type,
          state, lease_until, created_at)
      select ${file.id}::uuid, ${file.user_id}::uuid, ${file.instruction_id}::uuid,
        ${file.object_key}::text, ${file.file_name}::text, ${file.name_digest}::text,
        ${file.size_bytes}::int, ${file.mime_type}::text, 'uploading',
        now() + make_interval(secs => ${file.lease_seconds}), ${file.created_at}::timestamptz
      where not exists (select 1 from attached)
    )
    select
      exists (select 1 from attached) as is_attached,
      exists (select 1 from expected) as is_new,
      ((select count(*) from ${instructionFiles}
          where user_id = ${file.user_id} and state = 'stored')
        + (select count(*) from ${expectedFiles} where user_id = ${file.user_id})
        + (select count(*) from expected))::int as files`,
);

export interface Reservation {
  /**
   * The instruction already has this file, so nothing was reserved. The file is no longer expected.
   */
  is_attached: boolean;
  /** True if the file was not expected before. */
  is_new: boolean;
  /** Number of the owner's files, stored and expected, including this one. */
  files: number;
}

/**
 * Records an expected file, and an upload with a lease of the given seconds, unless the file is
 * already attached.
 */
export async function reserveUpload(
  database: Database,
  row: FileRow,
  expected: Pick<ExpectedFileRow, 'id' | 'file_name'>,
  leaseSeconds: number,
): Promise<Reservation> {
  const [reserved] = await database.rows<Reservation>(
    reserveStatement({
      ...row,
      created_at: row.created_at.toISOString(),
      expected_id: expected.id,
      expected_name: expected.file_name,
      lease_seconds: leaseSeconds,
    }),
  );
  if (!reserved) throw new Error('The reservation of an upload returned no row.');
  return reserved;
}

interface CompletedFile
  extends Pick<FileRow, 'id' | 'instruction_id' | 'size_bytes' | 'mime_type'> {
  file_name: string;
  name_digest: string;
  expected_digest: string;
}

const completeStatement = prepareStatement<CompletedFile>(
  (file) => sql`
    with attached as (${attachedFileSql(file)}), expected as (
      select id from ${expectedFiles}
      where instruction_id = ${file.instruction_id} and name_digest = ${file.expected_digest}
        and size_bytes = ${file.size_bytes}
    ), stored as (
      update ${instructionFiles}
      set state = 'stored', file_name = ${file.file_name}, name_digest = ${file.name_digest},
        mime_type = ${file.mime_type}
      where id = ${file.id} and state = 'uploading'
        and exists (select 1 from expected) and not exists (select 1 from attached)
      returning id
    ), found_again as (
      delete from ${removedFiles}
      where instruction_id = ${file.instruction_id} and name_digest = ${file.name_digest}
        and exists (select 1 from stored)
    ), arrived as (
      delete from ${expectedFiles}
      where id in (select id from expected)
        and (exists (select 1 from attached) or exists (select 1 from stored))
    )
    select exists (select 1 from attached) as is_attached,
      exists (select 1 from expected) as is_expected, exists (select 1 from stored) as is_stored`,
);

export interface UploadCompletion {
  /** Another upload attached this file in the meantime; this one stays incomplete. */
  is_attached: boolean;
  /** False: the owner cancelled the file in the meantime. */
  is_expected: boolean;
  /** False: the lease expired and the row was deleted. */
  is_stored: boolean;
}

/** Turns an upload into a stored file with the name of `stored`; it is no longer expected. */
export async function completeUpload(
  database: Database,
  row: FileRow,
  stored: FileRow,
): Promise<UploadCompletion> {
  const { id, instruction_id, size_bytes, file_name, name_digest, mime_type } = stored;
  const file = { id, instruction_id, size_bytes, file_name, name_digest, mime_type };
  const [completed] = await database.rows<UploadCompletion>(
    completeStatement({ ...file, expected_digest: row.name_digest }),
  );
  if (!completed) throw new Error('The completion of an upload returned no row.');
  return completed;
}

export async function renewUpload(
  database: Database,
  id: string,
  leaseSeconds: number,
): Promise<void> {
  await database
    .db()
    .update(instructionFiles)
    // The clock of the database is the only one that all processes share.
    .set({ lease_until: sql`now() + make_interval(secs => ${leaseSeconds})` })
    .where(and(eq(instructionFiles.id, id), eq(instructionFiles.state, 'uploading')));
}

/** Triggers release the quota and schedule the removal of the object. */
export async function deleteUpload(database: Database, id: string): Promise<void> {
  await database
    .db()
    .delete(instructionFiles)
    .where(and(eq(instructionFiles.id, id), eq(instructionFiles.state, 'uploading')));
}

/** Deletes the uploads of an expected file. */
export async function deleteUploadsOf(database: Database, file: FileIdentity): Promise<void> {
  await database
    .db()
    .delete(instructionFiles)
    .where(and(isSameFile(instructionFiles, file), eq(instructionFiles.state, 'uploading')));
}

const isExpired = and(
  eq(instructionFiles.state, 'uploading'),
  lt(instructionFiles.lease_until, sql`now()`),
);

/** A page of owners with uploads of dead processes. */
export async function listOwnersOfExpiredUploads(
  database: Database,
  afterId: string | undefined,
  limit: number,
): Promise<string[]> {
  const rows = await database
    .db()
    .selectDistinct({ user_id: instructionFiles.user_id })
    .from(instructionFiles)
    .where(and(isExpired, gt(instructionFiles.user_id, afterId ?? lowestId)))
    .orderBy(asc(instructionFiles.user_id))
    .limit(limit);
  return rows.map(({ user_id }) => user_id);
}

export async function deleteExpiredUploads(database: Database, userId: string): Promise<void> {
  await database
    .db()
    .delete(instructionFiles)
    .where(and(eq(instructionFiles.user_id, userId), isExpired));
}
