import type { InstructionStatus } from '@zavet/contract/instructions/instruction-values';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { prebuilt } from '../../platform/database/prebuilt.ts';
import type { WrappedOwnerKey } from '../../platform/encryption/owner-key.ts';
import { countOwnContacts } from '../contacts/public.ts';
import { ownerKeys, wrappedKey, wrappedKeyColumns } from '../vault/public.ts';
import {
  expectedFiles,
  instructionContacts,
  instructionFiles,
  instructions,
  removedFiles,
} from './instruction-tables.ts';

/** A file in the list of its instruction; times come out of JSON as text. */
export interface ListedFile {
  id: string;
  file_name: string;
  size_bytes: number;
  mime_type: string;
  created_at: string;
}

/** The same of a file that has not arrived. */
export interface ListedExpectedFile extends Omit<ListedFile, 'mime_type'> {
  is_arriving: boolean;
}

type Moments = 'reviewed_at' | 'created_at' | 'updated_at';
type Queued = 'queued_at';

/** Times are text where a row comes as the database wrote it. */
export type SummaryRow = Omit<
  typeof instructions.$inferSelect,
  'content' | 'draft_id' | 'user_id' | Moments | Queued
> &
  Record<Moments, Date | string> &
  Record<Queued, Date | string | null> & {
    trusted_contact_ids: string[];
    files: ListedFile[];
    expected_files: ListedExpectedFile[];
    removed_files: { id: string; file_name: string; removed_on: string }[];
  };
export type InstructionRow = SummaryRow & { content: string };

const contactIds = sql<string[]>`(
  select coalesce(json_agg(assigned.contact_id), '[]')
  from ${instructionContacts} assigned
  where assigned.instruction_id = ${instructions.id})`;

const listedFiles = sql<ListedFile[]>`(
  select coalesce(json_agg(json_build_object(
    'id', file.id, 'file_name', file.file_name, 'size_bytes', file.size_bytes,
    'mime_type', file.mime_type, 'created_at', file.created_at
  ) order by file.created_at, file.id), '[]')
  from ${instructionFiles} file
  where file.instruction_id = ${instructions.id} and file.state = 'stored')`;

const listedExpectedFiles = sql<ListedExpectedFile[]>`(
  select coalesce(json_agg(json_build_object(
    'id', expected.id, 'file_name', expected.file_name, 'size_bytes', expected.size_bytes,
    'created_at', expected.created_at, 'is_arriving', exists (
      select 1 from ${instructionFiles} arriving
      where arriving.instruction_id = expected.instruction_id
        and arriving.name_digest = expected.name_digest
        and arriving.size_bytes = expected.size_bytes
        and arriving.state = 'uploading' and arriving.lease_until > now())
  ) order by expected.created_at, expected.id), '[]')
  from ${expectedFiles} expected
  where expected.instruction_id = ${instructions.id})`;

const listedRemovedFiles = sql<SummaryRow['removed_files']>`(
  select coalesce(json_agg(json_build_object(
    'id', removed.id, 'file_name', removed.file_name, 'removed_on', removed.removed_on
  ) order by removed.removed_on, removed.id), '[]')
  from ${removedFiles} removed
  where removed.instruction_id = ${instructions.id})`;

const summaryColumns = {
  id: instructions.id,
  title: instructions.title,
  category: instructions.category,
  priority: instructions.priority,
  preview: instructions.preview,
  recipient_name: instructions.recipient_name,
  recipient_email: instructions.recipient_email,
  seal_id: instructions.seal_id,
  status: instructions.status,
  queued_at: instructions.queued_at,
  version: instructions.version,
  reviewed_at: instructions.reviewed_at,
  created_at: instructions.created_at,
  updated_at: instructions.updated_at,
  trusted_contact_ids: contactIds,
  files: listedFiles,
  expected_files: listedExpectedFiles,
  removed_files: listedRemovedFiles,
};
const fullColumns = { ...summaryColumns, content: instructions.content };

/** Still the owner's alone, and so still to be changed. */
const isOpen = and(eq(instructions.status, 'outbox'), isNull(instructions.queued_at));

interface WithKey<Row> {
  instruction: Row;
  key: WrappedOwnerKey;
}

const instructionRows = prebuilt<{ userId: string }>(
  ({ userId }) => sql`
  select
    instructions.id, title, category, priority, preview, recipient_name, recipient_email,
    seal_id, status, queued_at, version, reviewed_at, instructions.created_at, updated_at,
    ${contactIds} as trusted_contact_ids, ${listedFiles} as files,
    ${listedExpectedFiles} as expected_files, ${listedRemovedFiles} as removed_files,
    ${wrappedKey}
  from ${instructions}
  inner join ${ownerKeys} on ${ownerKeys.user_id} = instructions.user_id
  where instructions.user_id = ${userId}
  order by instructions.created_at desc, instructions.id desc`,
);

/**
 * All instructions of an owner with contacts, files and the key that opens them: one query. As plain
 * rows: there are many, and the query builder would walk through every field of each.
 */
export function listInstructionRows(
  database: Database,
  userId: string,
): Promise<(SummaryRow & WrappedOwnerKey)[]> {
  return database.rows(instructionRows({ userId }));
}

export async function findInstruction(
  database: Database,
  userId: string,
  id: string,
): Promise<WithKey<InstructionRow> | undefined> {
  const [row] = await database
    .db()
    .select({ instruction: fullColumns, key: wrappedKeyColumns })
    .from(instructions)
    .innerJoin(ownerKeys, eq(ownerKeys.user_id, instructions.user_id))
    .where(and(eq(instructions.user_id, userId), eq(instructions.id, id)));
  return row as WithKey<InstructionRow> | undefined;
}

interface DraftFacts {
  /** The instruction that this draft has already become. */
  written_id: string | null;
  instruction_count: number;
  own_contact_count: number;
  /** All texts of the owner, as they are sealed. */
  sealed_characters: number;
}

/** What decides whether a draft is written; asked in one question while the owner is locked. */
export async function findDraftFacts(
  database: Database,
  userId: string,
  draftId: string,
  contactIds: readonly string[],
): Promise<DraftFacts> {
  const [facts] = await database.rows<DraftFacts>(sql`
    select
      (select instructions.id from ${instructions}
        where instructions.user_id = ${userId} and draft_id = ${draftId}) as written_id,
      (select count(*)::int from ${instructions} where instructions.user_id = ${userId})
        as instruction_count,
      ${countOwnContacts(userId, contactIds)} as own_contact_count,
      (select coalesce(sum(octet_length(content)), 0)::float8 from ${instructions}
        where instructions.user_id = ${userId}) as sealed_characters`);
  if (!facts) throw new Error('A question without a table answered nothing.');
  return facts;
}

/** The texts of an owner as they are sealed: the one of this instruction, and those of all others. */
export async function findTextSizes(
  database: Database,
  userId: string,
  id: string,
): Promise<{ own_characters: number; other_characters: number; other_count: number }> {
  const [sizes] = await database.rows<Awaited<ReturnType<typeof findTextSizes>>>(sql`
    select
      coalesce(sum(octet_length(content)) filter (where id = ${id}), 0)::float8 as own_characters,
      coalesce(sum(octet_length(content)) filter (where id <> ${id}), 0)::float8
        as other_characters,
      (count(*) filter (where id <> ${id}))::int as other_count
    from ${instructions} where user_id = ${userId}`);
  if (!sizes) throw new Error('A sum answered nothing.');
  return sizes;
}

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

export async function insertInstruction(
  database: Database,
  row: typeof instructions.$inferInsert,
): Promise<void> {
  await database.db().insert(instructions).values(row);
}

type SealedChanges = Pick<
  typeof instructions.$inferInsert,
  | 'title'
  | 'category'
  | 'priority'
  | 'content'
  | 'preview'
  | 'recipient_name'
  | 'recipient_email'
  | 'seal_id'
>;

/** Writes a new version over the one that was opened, and over no other. */
export async function updateInstructionRow(
  database: Database,
  userId: string,
  id: string,
  version: number,
  changes: SealedChanges,
  now: Date,
): Promise<boolean> {
  const updated = await database
    .db()
    .update(instructions)
    .set({ ...changes, version: version + 1, reviewed_at: now, updated_at: now })
    .where(
      and(
        eq(instructions.id, id),
        eq(instructions.user_id, userId),
        eq(instructions.version, version),
        isOpen,
      ),
    )
    .returning({ id: instructions.id });
  return updated.length > 0;
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
