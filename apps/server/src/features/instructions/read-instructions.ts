import type {
  InstructionSummary,
  InstructionView,
} from '@zavet/contract/instructions/instruction-schemas';
import { fail } from '../../platform/failure.ts';
import type { InstructionParts } from './instruction-parts.ts';
import { findInstruction, listInstructionRows } from './instruction-repository.ts';
import { openInstruction, openListed } from './open-instruction.ts';

/** All instructions of an owner. One that is damaged does not hide the others. */
export async function listInstructions(
  { database, vault, log }: InstructionParts,
  userId: string,
): Promise<InstructionSummary[]> {
  const rows = await listInstructionRows(database, userId);
  const [first] = rows;
  if (!first) return [];
  const key = vault.open(userId, first);
  const opened = rows.map((row) => openListed(key, row));
  const damaged = opened.filter(({ is_unreadable }) => is_unreadable).map(({ id }) => id);
  if (damaged.length > 0) log.error({ instruction_ids: damaged }, 'instructions do not open');
  return opened;
}

export async function getInstruction(
  { database, vault }: InstructionParts,
  userId: string,
  id: string,
): Promise<InstructionView> {
  const found = await findInstruction(database, userId, id);
  if (!found) return fail('not_found');
  return openInstruction(vault.open(userId, found.key), found.instruction);
}
