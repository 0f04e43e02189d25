import type {
  InstructionCategory,
  InstructionPriority,
} from '@zavet/contract/vault/instruction-values';
import { and, asc, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { prepareStatement } from '../../../platform/database/prepared.ts';
import { instructionContacts, instructionFiles, instructions } from './instruction-tables.ts';

export interface OutboxRow {
  id: string;
  /** Sealed with the owner's key. */
  heading: string;
  seal_id: string;
  has_recipient: boolean;
  contact_ids: string[];
}

/** Locks the owner's instructions that are neither queued nor sent. */
export async function lockOutbox(database: Database, userId: string): Promise<OutboxRow[]> {
  const rows = await database
    .db()
    .select({
      id: instructions.id,
      heading: instructions.heading,
      seal_id: instructions.seal_id,
      has_recipient: instructions.has_recipient,
    })
    .from(instructions)
    .where(isInOutbox(userId))
    .orderBy(asc(instructions.id))
    .for('update');
  const assigned = await database
    .db()
    .select({
      instruction_id: instructionContacts.instruction_id,
      contact_ids: sql<string[]>`json_agg(${instructionContacts.contact_id})`,
    })
    .from(instructionContacts)
    .where(eq(instructionContacts.user_id, userId))
    .groupBy(instructionContacts.instruction_id);
  const contacts = new Map(assigned.map((row) => [row.instruction_id, row.contact_ids]));
  return rows.map((row) => ({ ...row, contact_ids: contacts.get(row.id) ?? [] }));
}

export interface OutboxSummary extends OutboxRow {
  category: InstructionCategory;
  priority: InstructionPriority;
  updated_at: string;
  file_count: number;
}

const outboxStatement = prepareStatement<{ userId: string; id: string | null }>(
  ({ userId, id }) => sql`
    select instructions.id, ${instructions.heading} as heading, instructions.seal_id,
      ${instructions.has_recipient} as has_recipient, instructions.category, instructions.priority,
      instructions.updated_at,
      array(select contact_id::text from ${instructionContacts}
        where instruction_id = instructions.id) as contact_ids,
      (select count(*)::int from ${instructionFiles}
        where instruction_id = instructions.id and state = 'stored') as file_count
    from ${instructions}
    where instructions.user_id = ${userId} and instructions.status = 'outbox'
      and instructions.queued_at is null
      and (${id}::uuid is null or instructions.id = ${id}::uuid)
    order by instructions.created_at, instructions.id`,
);

/** Reads the outbox without locks, oldest first, or one instruction of it. */
export function readOutbox(
  database: Database,
  userId: string,
  id: string | null = null,
): Promise<OutboxSummary[]> {
  return database.rows<OutboxSummary>(outboxStatement({ userId, id }));
}

/** Closes instructions that are queued for their recipients. */
export async function markQueued(
  database: Database,
  userId: string,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await database
    .db()
    .update(instructions)
    .set({ queued_at: now })
    .where(and(isInOutbox(userId), inArray(instructions.id, [...ids])));
}

/**
 * Marks instructions as sent, once the mail servers of all recipients have accepted the letters.
 */
export async function markSent(database: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await database
    .db()
    .update(instructions)
    .set({ status: 'sent' })
    .where(and(inArray(instructions.id, [...ids]), eq(instructions.status, 'outbox')));
}

/** Marks sent instructions with a bounced letter as queued again. They stay closed. */
export async function markUnsent(database: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await database
    .db()
    .update(instructions)
    .set({ status: 'outbox' })
    .where(and(inArray(instructions.id, [...ids]), eq(instructions.status, 'sent')));
}

/** Makes queued and sent instructions editable again, for another activation. */
export async function reopenInstructions(database: Database, userId: string): Promise<void> {
  await database
    .db()
    .update(instructions)
    .set({ status: 'outbox', queued_at: null })
    .where(
      and(
        eq(instructions.user_id, userId),
        or(ne(instructions.status, 'outbox'), isNotNull(instructions.queued_at)),
      ),
    );
}

function isInOutbox(userId: string) {
  return and(
    eq(instructions.user_id, userId),
    eq(instructions.status, 'outbox'),
    isNull(instructions.queued_at),
  );
}
