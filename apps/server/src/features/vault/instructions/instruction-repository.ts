import type { InstructionStatus } from '@zavet/contract/instructions/instruction-values';
import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { instructions } from './instruction-tables.ts';

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
