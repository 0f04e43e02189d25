import type {
  InstructionSummary,
  InstructionView,
} from '@zavet/contract/instructions/instruction-schemas';
import { fail } from '../../platform/failure.ts';
import type { InstructionDeps } from './instruction-deps.ts';
import { findInstruction, listInstructionRows } from './instruction-repository.ts';
import { type LeavingFile, listLeavingFiles } from './leaving-file-repository.ts';
import { openInstruction, openListed } from './open-instruction.ts';

/** All instructions of an owner. One that is damaged does not hide the others. */
export async function listInstructions(
  { database, vault, log }: InstructionDeps,
  userId: string,
): Promise<InstructionSummary[]> {
  const rows = await listInstructionRows(database, userId);
  const [first] = rows;
  if (!first) return [];
  const key = vault.open(userId, first);
  const leaving = await listLeavingFiles(database, userId);
  const opened = rows.map((row) => withLeaving(openListed(key, row), leaving));
  const damaged = opened.filter(({ is_unreadable }) => is_unreadable).map(({ id }) => id);
  if (damaged.length > 0)
    log.error(
      { code: 'instructions_damaged', instruction_ids: damaged },
      'instructions do not open with the key of their owner',
    );
  return opened;
}

export async function getInstruction(
  { database, vault }: InstructionDeps,
  userId: string,
  id: string,
): Promise<InstructionView> {
  const found = await findInstruction(database, userId, id);
  if (!found) return fail('not_found');
  const instruction = openInstruction(vault.open(userId, found.key), found.instruction);
  return withLeaving(instruction, await listLeavingFiles(database, userId));
}

/** Which of its files go soon for lack of space. */
function withLeaving<Instruction extends InstructionSummary>(
  instruction: Instruction,
  leaving: readonly LeavingFile[],
): Instruction {
  const own = leaving.filter(({ instruction_id }) => instruction_id === instruction.id);
  const [first] = own;
  if (!first || instruction.is_unreadable) return instruction;
  const files_leaving = { on: first.leaves_on, file_ids: own.map(({ id }) => id) };
  return { ...instruction, files_leaving };
}
