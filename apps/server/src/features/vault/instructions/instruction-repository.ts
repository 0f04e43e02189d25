import type {
  InstructionCategory,
  InstructionPriority,
  InstructionStatus,
} from '@zavet/contract/vault/instruction-values';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { prebuilt, prepared } from '../../../platform/database/prepared.ts';
import type { WrappedOwnerKey } from '../../../platform/encryption/owner-key.ts';
import { ownerKeys, wrappedKey } from '../../identity/owner-keys/index.ts';
import { userStorage } from '../storage/index.ts';
import {
  expectedFiles,
  instructionContacts,
  instructionFiles,
  instructions,
  instructionUsage,
  removedFiles,
} from './instruction-tables.ts';
import type { SealedHeading } from './sealed-instruction.ts';

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
export const summaryColumns = prebuilt(sql`
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

const createInstruction = prepared<NewInstruction>(
  (the) => sql`select outcome, written_id from create_instruction(
    ${the.session_id}, ${the.limit_key}, ${the.most_calls}, ${the.user_id}, ${the.key_id}, ${the.id}, ${the.draft_id}, ${the.heading},
    ${the.has_recipient}, ${the.category}, ${the.priority}, ${the.content}, ${the.seal_id},
    ${the.contact_ids}, ${the.now}, ${the.event_id}, ${the.ip_address}, ${the.user_agent},
    ${the.most_instructions}, ${the.text_bytes}, ${the.most_text_bytes}, ${the.seal_frame},
    ${the.seal_tag})`,
);

const changeInstruction = prepared<ChangedInstruction>(
  (the) => sql`select outcome, found_version, written_at, has_files from change_instruction(
    ${the.session_id}, ${the.limit_key}, ${the.most_calls}, ${the.user_id}, ${the.key_id}, ${the.id}, ${the.version}, ${the.heading},
    ${the.has_recipient}, ${the.category}, ${the.priority}, ${the.content}, ${the.seal_id},
    ${the.contact_ids}, ${the.now}, ${the.text_bytes}, ${the.most_text_bytes},
    ${the.seal_frame}, ${the.seal_tag})`,
);

/** Still the owner's alone, and so still to be changed. */
const isOpen = and(eq(instructions.status, 'outbox'), isNull(instructions.queued_at));

/** Status and version of an own instruction, held until the transaction ends. */
export async function lockInstruction(
  database: Database,
  userId: string,
  id: string,
): Promise<{ status: InstructionStatus; queued_at: Date | null; version: number } | undefined> {
  const [row] = await database
    .db()
    .select({
      status: instructions.status,
      queued_at: instructions.queued_at,
      version: instructions.version,
    })
    .from(instructions)
    .where(and(eq(instructions.id, id), eq(instructions.user_id, userId)))
    .for('update');
  return row;
}

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

export async function deleteInstructionRow(
  database: Database,
  userId: string,
  id: string,
): Promise<void> {
  await database
    .db()
    .delete(instructions)
    .where(and(eq(instructions.id, id), eq(instructions.user_id, userId), isOpen));
}

/** What of an owner's storage decides whether files leave soon. */
export interface Grace {
  grace_until: string | null;
}

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

/** What both ways of writing an instruction need. */
interface Written {
  session_id: string;
  limit_key: string;
  most_calls: number;
  user_id: string;
  /** The key it was sealed with; refused when it is not the owner's any more. */
  key_id: string;
  id: string;
  heading: string;
  has_recipient: boolean;
  category: string;
  priority: string;
  content: string;
  seal_id: string;
  contact_ids: readonly string[];
  now: string;
  text_bytes: number;
  most_text_bytes: number;
  seal_frame: number;
  seal_tag: number;
}

/** Why a text was not written. */
export type Refusal =
  | 'session_missing'
  | 'too_often'
  | 'too_long'
  | 'contact_unknown'
  | 'key_changed';

interface NewInstruction extends Written {
  draft_id: string;
  event_id: string;
  ip_address: string | null;
  user_agent: string | null;
  most_instructions: number;
}

interface Created {
  outcome: 'written' | 'repeated' | 'too_many' | Refusal;
  written_id: string;
}

/** Writes an instruction with whom it is for and the entry in the log of its owner, or nothing. */
export async function insertInstruction(
  database: Database,
  instruction: NewInstruction,
): Promise<Created> {
  const [created] = await database.rows<Created>(createInstruction(instruction));
  if (!created) throw new Error('Writing an instruction answered nothing.');
  return created;
}

interface ChangedInstruction extends Written {
  version: number;
}

interface Changed {
  outcome: 'written' | 'not_found' | 'closed' | 'version_conflict' | Refusal;
  found_version: number;
  written_at: string;
  has_files: boolean;
}

/** Writes a new version over the one that was opened, and over no other. */
export async function updateInstructionRow(
  database: Database,
  instruction: ChangedInstruction,
): Promise<Changed> {
  const [changed] = await database.rows<Changed>(changeInstruction(instruction));
  if (!changed) throw new Error('Changing an instruction answered nothing.');
  return changed;
}

/** Counts what every owner has written from the rows: for a database that was filled past its triggers. */
export async function recountInstructions(database: Database): Promise<void> {
  await database.rows(sql`
    insert into ${instructionUsage} (user_id, instructions, characters)
    select user_id, count(*), sum(octet_length(content)) from ${instructions} group by user_id
    on conflict (user_id) do update
    set instructions = excluded.instructions, characters = excluded.characters`);
}

/** How many rows go into one statement. */
const atOnce = 200;

export type NewInstructionRow = typeof instructions.$inferInsert;

export type NewFileRow = typeof instructionFiles.$inferInsert;

export type NewAssignment = typeof instructionContacts.$inferInsert;

/** Writes rows for which their owner, key and usage are locked. */
export async function insertImported(
  database: Database,
  rows: { instructions: NewInstructionRow[]; assignments: NewAssignment[]; files: NewFileRow[] },
): Promise<void> {
  const db = database.db();
  for (const some of inParts(rows.instructions)) await db.insert(instructions).values(some);
  for (const some of inParts(rows.assignments)) await db.insert(instructionContacts).values(some);
  for (const some of inParts(rows.files)) await db.insert(instructionFiles).values(some);
}

function* inParts<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let at = 0; at < items.length; at += atOnce) yield items.slice(at, at + atOnce);
}
