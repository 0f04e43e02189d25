import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { builtOnce, prepared } from '../../../platform/database/prepared.ts';
import type { WrappedOwnerKey } from '../../../platform/encryption/owner-key.ts';
import { ownerKeys, wrappedKey } from '../../identity/owner-keys/index.ts';
import { userStorage } from '../storage/index.ts';
import type { InstructionRow } from './instruction-rows.ts';
import {
  expectedFiles,
  instructionContacts,
  instructionFiles,
  instructions,
  removedFiles,
} from './instruction-tables.ts';

/** What of an owner's storage decides whether files leave soon. */
export interface Grace {
  grace_until: string | null;
}

export const graceOf = (userId: SQL) => sql`(
  select ${userStorage.grace_until} from ${userStorage}
  where ${userStorage.user_id} = ${userId})`;

const ofThis = sql`instruction_id = instructions.id`;

const files = sql`(
  select coalesce(json_agg(file), '[]') from (
    select id, instruction_id, file_name, size_bytes, mime_type, created_at
    from ${instructionFiles} where ${ofThis} and state = 'stored' order by created_at, id
  ) file)`;

const filesToCome = sql`(
  select coalesce(json_agg(file), '[]') from (
    select id, instruction_id, file_name, size_bytes, created_at, exists (
      select 1 from ${instructionFiles} arriving
      where arriving.instruction_id = expected_files.instruction_id
        and arriving.name_digest = expected_files.name_digest
        and arriving.size_bytes = expected_files.size_bytes
        and arriving.state = 'uploading' and arriving.lease_until > now()) as is_arriving
    from ${expectedFiles} where ${ofThis} order by created_at, id
  ) file)`;

const filesGone = sql`(
  select coalesce(json_agg(file), '[]') from (
    select id, instruction_id, file_name, removed_on
    from ${removedFiles} where ${ofThis} order by removed_on, id
  ) file)`;

/** Everything that a list shows of an instruction, sealed. */
export const summaryColumns = builtOnce(sql`
  instructions.id, ${instructions.heading} as heading, instructions.seal_id, instructions.category,
  instructions.priority, instructions.status, instructions.queued_at, instructions.version,
  instructions.reviewed_at, instructions.created_at, instructions.updated_at,
  array(select contact_id::text from ${instructionContacts} where ${ofThis}) as trusted_contact_ids,
  ${files} as files, ${filesToCome} as expected_files, ${filesGone} as removed_files`);

const instructionRow = prepared<{ userId: string; id: string }>(
  ({ userId, id }) => sql`
    select ${summaryColumns}, instructions.content, ${graceOf(userId)} as grace_until, ${wrappedKey}
    from ${instructions}
    inner join ${ownerKeys} on ${ownerKeys.user_id} = instructions.user_id
    where instructions.id = ${id} and instructions.user_id = ${userId}`,
);

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

/** The ids of all instructions of an owner, newest first. */
export async function listInstructionIds(database: Database, userId: string): Promise<string[]> {
  const rows = await database.rows<{ id: string }>(sql`
    select id from ${instructions} where user_id = ${userId} order by created_at desc, id desc`);
  return rows.map(({ id }) => id);
}
