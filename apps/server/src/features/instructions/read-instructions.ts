import type {
  InstructionSummary,
  InstructionView,
} from '@zavet/contract/instructions/instruction-schemas';
import { fail } from '../../platform/failure.ts';
import type { InstructionDeps } from './instruction-deps.ts';
import { type LeavingFile, listLeavingFiles } from './leaving-file-repository.ts';
import { rowsInFrame } from './list-frame.ts';
import { openInstruction, openListed } from './open-instruction.ts';
import { findInstruction, listInstructionRows } from './read-repository.ts';

/** All instructions of an owner. One that is damaged does not hide the others. */
export async function listInstructions(
  deps: InstructionDeps,
  userId: string,
): Promise<InstructionSummary[]> {
  const { database, vault, log } = deps;
  const found = await listInstructionRows(database, userId);
  if (!found) return [];
  const key = vault.open(userId, found.frame);
  const leaving = await leavingFiles(deps, userId, found.frame);
  const opened = rowsInFrame(found.frame, found.rows).map((row) =>
    withLeaving(openListed(key, row), leaving),
  );
  const damaged = opened.filter(({ is_unreadable }) => is_unreadable).map(({ id }) => id);
  if (damaged.length > 0)
    log.error(
      { code: 'instructions_damaged', instruction_ids: damaged },
      'instructions do not open with the key of their owner',
    );
  return opened;
}

export async function getInstruction(
  deps: InstructionDeps,
  userId: string,
  id: string,
): Promise<InstructionView> {
  const found = await findInstruction(deps.database, userId, id);
  if (!found) return fail('not_found');
  const instruction = openInstruction(deps.vault.open(userId, found), found);
  return withLeaving(instruction, await leavingFiles(deps, userId, found));
}

/** Files leave only in the time after a plan, and of most owners none ever do. */
async function leavingFiles(
  { database }: InstructionDeps,
  userId: string,
  { grace_until }: { grace_until: string | null },
): Promise<LeavingFile[]> {
  return grace_until === null ? [] : listLeavingFiles(database, userId);
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
