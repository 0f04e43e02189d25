import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { prebuildSql, prepareStatement } from '../../../platform/database/prepared.ts';
import type { WrappedOwnerKey } from '../../../platform/encryption/owner-key.ts';
import { ownerKeys, wrappedKeySql } from '../../identity/owner-keys/index.ts';
import { userStorage } from '../storage/index.ts';
import {
  expectedFiles,
  instructionContacts,
  instructionFiles,
  instructions,
  instructionUsage,
  removedFiles,
} from './instruction-tables.ts';
import type { InstructionRow } from './sealed-instruction.ts';

/** The end of the owner's grace period, after which files above the quota are removed. */
export interface Grace {
  grace_until: string | null;
}

export const graceOf = (userId: SQL) => sql`(
  select ${userStorage.grace_until} from ${userStorage}
  where ${userStorage.user_id} = ${userId})`;

const belongsToInstruction = sql`instruction_id = instructions.id`;

const storedFileList = sql`(
  select coalesce(json_agg(file), '[]') from (
    select id, instruction_id, file_name, size_bytes, mime_type, created_at
    from ${instructionFiles} where ${belongsToInstruction} and state = 'stored' order by created_at, id
  ) file)`;

const expectedFileList = sql`(
  select coalesce(json_agg(file), '[]') from (
    select id, instruction_id, file_name, size_bytes, created_at, exists (
      select 1 from ${instructionFiles} arriving
      where arriving.instruction_id = expected_files.instruction_id
        and arriving.name_digest = expected_files.name_digest
        and arriving.size_bytes = expected_files.size_bytes
        and arriving.state = 'uploading' and arriving.lease_until > now()) as is_arriving
    from ${expectedFiles} where ${belongsToInstruction} order by created_at, id
  ) file)`;

const removedFileList = sql`(
  select coalesce(json_agg(file), '[]') from (
    select id, instruction_id, file_name, reason, removed_on
    from ${removedFiles} where ${belongsToInstruction} order by removed_on, id
  ) file)`;

/** The columns of a `SummaryRow`. */
export const summaryColumns = prebuildSql(sql`
  instructions.id, ${instructions.heading} as heading, instructions.seal_id, instructions.category,
  instructions.priority, instructions.status, instructions.queued_at, instructions.version,
  instructions.reviewed_at, instructions.created_at, instructions.updated_at,
  array(select contact_id::text from ${instructionContacts} where ${belongsToInstruction}) as trusted_contact_ids,
  ${storedFileList} as files, ${expectedFileList} as expected_files, ${removedFileList} as removed_files`);

const instructionStatement = prepareStatement<{ userId: string; id: string }>(
  ({ userId, id }) => sql`
    select ${summaryColumns}, instructions.content, ${graceOf(userId)} as grace_until, ${wrappedKeySql}
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
    instructionStatement({ userId, id }),
  );
  return row;
}

/** Lists the ids of an owner's instructions, newest first. */
export async function listInstructionIds(database: Database, userId: string): Promise<string[]> {
  const rows = await database.rows<{ id: string }>(sql`
    select id from ${instructions} where user_id = ${userId} order by created_at desc, id desc`);
  return rows.map(({ id }) => id);
}

/** Locks the row until the transaction ends. */
export async function lockInstruction(database: Database, userId: string, id: string) {
  const [row] = await lockInstructions(database, userId, [id]);
  return row;
}

/** Locks the rows until the transaction ends, in a fixed order. Omits missing ones. */
export function lockInstructions(database: Database, userId: string, ids: readonly string[]) {
  return database
    .db()
    .select({ status: instructions.status, queued_at: instructions.queued_at })
    .from(instructions)
    .where(and(inArray(instructions.id, [...ids]), eq(instructions.user_id, userId)))
    .orderBy(instructions.id)
    .for('update');
}

/** True for an instruction that is neither queued nor sent, so that the owner may change it. */
const isOpen = and(eq(instructions.status, 'outbox'), isNull(instructions.queued_at));

export async function markReviewed(
  database: Database,
  userId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const updated = await database
    .db()
    .update(instructions)
    .set({ reviewed_at: now })
    .where(and(eq(instructions.id, id), eq(instructions.user_id, userId), isOpen))
    .returning({ id: instructions.id });
  return updated.length > 0;
}

interface WrittenRow {
  session_id: string;
  limit_key: string;
  most_calls: number;
  ended_before: string;
  latest_start: string;
  user_id: string;
  /** The key that sealed the texts. The write is refused when the owner's key has changed. */
  key_id: string;
  id: string;
  heading: string;
  has_recipient: boolean;
  category: string;
  priority: string;
  content: string;
  text_digest: string;
  seal_id: string;
  contact_ids: readonly string[];
  now: string;
  text_bytes: number;
  most_text_bytes: number;
  seal_frame: number;
  seal_tag: number;
}

/** The statement checks the session; it counts the call unless another statement did. */
interface CallCheck {
  counts_call: boolean;
}

/** Start of the current window of the rate limit, if calls were too frequent. */
interface CheckedCall {
  window_started_at: string;
}

export type Refusal =
  | 'session_missing'
  | 'too_often'
  | 'too_long'
  | 'contact_unknown'
  | 'key_changed';

interface NewInstruction extends WrittenRow {
  draft_id: string;
  event_id: string;
  ip_address: string | null;
  user_agent: string | null;
  most_instructions: number;
}

interface CreationResult extends CheckedCall {
  outcome: 'written' | 'repeated' | 'too_many' | Refusal;
  written_id: string;
}

const createStatement = prepareStatement<NewInstruction & CallCheck>(
  (row) => sql`select outcome, written_id, window_started_at from create_instruction(
    ${row.session_id}, ${row.counts_call}, ${row.limit_key}, ${row.most_calls},
    ${row.ended_before}, ${row.latest_start}, ${row.user_id}, ${row.key_id}, ${row.id}, ${row.draft_id}, ${row.heading},
    ${row.has_recipient}, ${row.category}, ${row.priority}, ${row.content}, ${row.seal_id},
    ${row.contact_ids}, ${row.now}, ${row.event_id}, ${row.ip_address}, ${row.user_agent},
    ${row.most_instructions}, ${row.text_bytes}, ${row.most_text_bytes}, ${row.seal_frame},
    ${row.seal_tag}, ${row.text_digest})`,
);

/** Writes an instruction, its contacts and the security event in one statement, or nothing. */
export async function insertInstruction(
  database: Database,
  instruction: NewInstruction,
): Promise<CreationResult> {
  const counts_call = database.claimPiggyback();
  const [created] = await database.rows<CreationResult>(
    createStatement({ ...instruction, counts_call }),
  );
  if (!created) throw new Error('Creating an instruction returned no row.');
  return created;
}

interface ChangedInstruction extends WrittenRow {
  version: number;
  /** Id of the replaced text, if it is kept. */
  former_id: string;
  /** A text that is replaced sooner is not kept. */
  former_after_minutes: number;
  most_former_texts: number;
}

interface ChangeResult extends CheckedCall {
  outcome: 'written' | 'not_found' | 'closed' | 'version_conflict' | Refusal;
  found_version: number;
  written_at: string;
  has_files: boolean;
}

const changeStatement = prepareStatement<ChangedInstruction & CallCheck>(
  (row) => sql`select outcome, found_version, written_at, has_files, window_started_at
    from change_instruction(
    ${row.session_id}, ${row.counts_call}, ${row.limit_key}, ${row.most_calls},
    ${row.ended_before}, ${row.latest_start}, ${row.user_id}, ${row.key_id}, ${row.id}, ${row.version}, ${row.heading},
    ${row.has_recipient}, ${row.category}, ${row.priority}, ${row.content}, ${row.seal_id},
    ${row.contact_ids}, ${row.now}, ${row.text_bytes}, ${row.most_text_bytes},
    ${row.seal_frame}, ${row.seal_tag}, ${row.text_digest}, ${row.former_id},
    ${row.former_after_minutes}, ${row.most_former_texts})`,
);

/** Optimistic locking: replaces only the version that was opened. */
export async function updateInstructionRow(
  database: Database,
  instruction: ChangedInstruction,
): Promise<ChangeResult> {
  const counts_call = database.claimPiggyback();
  const [changed] = await database.rows<ChangeResult>(
    changeStatement({ ...instruction, counts_call }),
  );
  if (!changed) throw new Error('Changing an instruction returned no row.');
  return changed;
}

interface ImportedRows {
  instructions: (typeof instructions.$inferInsert)[];
  assignments: (typeof instructionContacts.$inferInsert)[];
  files: (typeof instructionFiles.$inferInsert)[];
}

/** The owner, the owner's key and the usage must be locked. */
export async function insertImported(database: Database, rows: ImportedRows): Promise<void> {
  const db = database.db();
  for (const batch of batchesOf(rows.instructions)) await db.insert(instructions).values(batch);
  for (const batch of batchesOf(rows.assignments)) {
    await db.insert(instructionContacts).values(batch);
  }
  for (const batch of batchesOf(rows.files)) await db.insert(instructionFiles).values(batch);
}

const rowsPerStatement = 200;

function* batchesOf<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += rowsPerStatement) {
    yield rows.slice(at, at + rowsPerStatement);
  }
}

/** Computes the usage of every owner from the rows, for a database filled without triggers. */
export async function recountInstructions(database: Database): Promise<void> {
  await database.rows(sql`
    insert into ${instructionUsage} (user_id, instructions, characters)
    select user_id, count(*), sum(octet_length(content)) from ${instructions} group by user_id
    on conflict (user_id) do update
    set instructions = excluded.instructions, characters = excluded.characters`);
}
