import { bytesPerMb } from '@zavet/contract/storage/storage-rules';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import type { WrappedOwnerKey } from '../../../platform/encryption/owner-key.ts';
import { ownerKeys, wrappedKey } from '../../identity/owner-keys/index.ts';
import { userStorage } from '../storage/index.ts';
import { instructionFiles, instructions, removedFiles } from './instruction-tables.ts';

/**
 * The files of an owner with how many bytes they take up to each, oldest first. What was handed over
 * is counted before everything else, and never leaves.
 */
const countedFiles = (userId: string) => sql`(
  select files.*, owned.status = 'outbox' and owned.queued_at is null as is_open,
    sum(files.size_bytes) over (
      order by owned.status = 'outbox' and owned.queued_at is null, files.created_at, files.id
    ) as until_here
  from ${instructionFiles} files
  inner join ${instructions} owned on owned.id = files.instruction_id
  where files.user_id = ${userId})`;

export interface LeavingFile {
  id: string;
  instruction_id: string;
  file_name: string;
  leaves_on: string;
}

/** Files that go when the time after a plan is over, with the key that opens their names. */
export function listLeavingFiles(
  database: Database,
  userId: string,
): Promise<(LeavingFile & WrappedOwnerKey)[]> {
  return database.rows(sql`
    select file.id, file.instruction_id, file.file_name,
      ${userStorage.grace_until}::text as leaves_on, ${wrappedKey}
    from ${userStorage}
    inner join ${ownerKeys} on ${ownerKeys.user_id} = ${userStorage.user_id}
    cross join lateral ${countedFiles(userId)} file
    where ${userStorage.user_id} = ${userId} and ${userStorage.grace_until} is not null
      and file.is_open and file.state = 'stored'
      and file.until_here > ${userStorage.limit_mb} * ${bytesPerMb}::bigint
    order by file.created_at, file.id`);
}

/**
 * Deletes the newest files until the rest takes at most so many bytes, and notes which went. Says
 * how many; what was still arriving goes without a note.
 */
export async function removeNewestFiles(
  database: Database,
  userId: string,
  bytesLeft: number,
  note: { removal_id: string; removed_on: string },
): Promise<number> {
  const [removed] = await database.rows<{ files: number }>(sql`
    with gone as (
      delete from ${instructionFiles}
      where id in (
        select file.id from ${countedFiles(userId)} file
        where file.until_here > ${bytesLeft} and file.is_open
      )
      returning *
    ), noted as (
      insert into ${removedFiles}
        (id, user_id, instruction_id, removal_id, file_name, name_digest, removed_on)
      select id, user_id, instruction_id, ${note.removal_id}::uuid, file_name, name_digest,
        ${note.removed_on}::date
      from gone where state = 'stored'
      returning id
    )
    select count(*)::int as files from noted`);
  return removed?.files ?? 0;
}

/** Files that went together, with the key that opens their names. */
export function listRemovedFiles(
  database: Database,
  userId: string,
  removalId: string,
): Promise<({ id: string; file_name: string } & WrappedOwnerKey)[]> {
  return database.rows(sql`
    select removed.id, removed.file_name, ${wrappedKey}
    from ${removedFiles} removed
    inner join ${ownerKeys} on ${ownerKeys.user_id} = removed.user_id
    where removed.user_id = ${userId} and removed.removal_id = ${removalId}
    order by removed.id`);
}
