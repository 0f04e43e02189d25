import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { builtOnce, prepared } from '../../platform/database/prepared.ts';
import type { WrappedOwnerKey } from '../../platform/encryption/owner-key.ts';
import { userStorage } from '../storage/public.ts';
import { ownerKeys, wrappedKey } from '../vault/public.ts';
import { sealedHeading } from './heading-repository.ts';
import type {
  InstructionColumns,
  InstructionRow,
  ListedExpectedFile,
  ListedFile,
  ListedRemovedFile,
} from './instruction-rows.ts';
import {
  expectedFiles,
  instructionContacts,
  instructionFiles,
  instructions,
  removedFiles,
} from './instruction-tables.ts';

/** What of an owner's storage decides whether files leave soon. */
interface Grace {
  grace_until: string | null;
}

const columns = builtOnce(sql`
  instructions.id, ${sealedHeading} as heading, instructions.seal_id, instructions.category,
  instructions.priority, instructions.status, instructions.queued_at, instructions.version,
  instructions.reviewed_at, instructions.created_at, instructions.updated_at`);

const graceOf = (userId: SQL) => sql`(
  select ${userStorage.grace_until} from ${userStorage}
  where ${userStorage.user_id} = ${userId})`;

const filesWhere = (condition: SQL) => sql`(
  select json_agg(file) from (
    select id, instruction_id, file_name, size_bytes, mime_type, created_at
    from ${instructionFiles} where ${condition} and state = 'stored' order by created_at, id
  ) file)`;

const expectedFilesWhere = (condition: SQL) => sql`(
  select json_agg(file) from (
    select id, instruction_id, file_name, size_bytes, created_at, exists (
      select 1 from ${instructionFiles} arriving
      where arriving.instruction_id = expected_files.instruction_id
        and arriving.name_digest = expected_files.name_digest
        and arriving.size_bytes = expected_files.size_bytes
        and arriving.state = 'uploading' and arriving.lease_until > now()) as is_arriving
    from ${expectedFiles} where ${condition} order by created_at, id
  ) file)`;

const removedFilesWhere = (condition: SQL) => sql`(
  select json_agg(file) from (
    select id, instruction_id, file_name, removed_on
    from ${removedFiles} where ${condition} order by removed_on, id
  ) file)`;

const instructionRow = prepared<{ userId: string; id: string }>(({ userId, id }) => {
  const ofThis = sql`instruction_id = ${id}`;
  return sql`
    select ${columns}, instructions.content,
      array(select contact_id::text from ${instructionContacts} where ${ofThis})
        as trusted_contact_ids,
      coalesce(${filesWhere(ofThis)}, '[]') as files,
      coalesce(${expectedFilesWhere(ofThis)}, '[]') as expected_files,
      coalesce(${removedFilesWhere(ofThis)}, '[]') as removed_files,
      ${graceOf(userId)} as grace_until, ${wrappedKey}
    from ${instructions}
    inner join ${ownerKeys} on ${ownerKeys.user_id} = instructions.user_id
    where instructions.id = ${id} and instructions.user_id = ${userId}`;
});

export async function findInstruction(
  database: Database,
  userId: string,
  id: string,
): Promise<(InstructionRow & Grace & WrappedOwnerKey) | undefined> {
  const [row] = await database.rows<InstructionRow & Grace & WrappedOwnerKey>(
    instructionRow({ userId, id }),
  );
  return row;
}

type OfInstruction<File> = File & { instruction_id: string };

/** What belongs to the whole list, put together once instead of once per instruction. */
export interface ListFrame extends Grace, WrappedOwnerKey {
  /** An instruction and a contact it is for, two ids of the same length each, one after another. */
  assigned: string | null;
  files: OfInstruction<ListedFile>[] | null;
  expected_files: OfInstruction<ListedExpectedFile>[] | null;
  removed_files: OfInstruction<ListedRemovedFile>[] | null;
}

const listRows = prepared<{ userId: string }>(({ userId }) => {
  const ofOwner = sql`user_id = ${userId}`;
  return sql`
    select
      null::uuid as id, null::text as heading, null::uuid as seal_id, null::text as category,
      null::text as priority, null::text as status, null::timestamptz as queued_at,
      null::int as version, null::timestamptz as reviewed_at, null::timestamptz as created_at,
      null::timestamptz as updated_at,
      (select string_agg(instruction_id::text || contact_id::text, '')
        from ${instructionContacts} where ${ofOwner}) as assigned,
      ${filesWhere(ofOwner)} as files, ${expectedFilesWhere(ofOwner)} as expected_files,
      ${removedFilesWhere(ofOwner)} as removed_files, ${graceOf(userId)} as grace_until,
      ${wrappedKey}
    from ${ownerKeys} where ${ownerKeys.user_id} = ${userId}
    union all
    select ${columns}, null, null, null, null, null, null, null, null
    from ${instructions} where instructions.user_id = ${userId}
    order by created_at desc nulls first, id desc`;
});

/**
 * All instructions of an owner, newest first, with contacts, files and the key that opens them: one
 * statement, whose first row is the frame. Undefined for an owner who never wrote anything.
 */
export async function listInstructionRows(
  database: Database,
  userId: string,
): Promise<{ frame: ListFrame; rows: InstructionColumns[] } | undefined> {
  const [frame, ...rows] = await database.rows<unknown>(listRows({ userId }));
  return frame ? { frame: frame as ListFrame, rows: rows as InstructionColumns[] } : undefined;
}
