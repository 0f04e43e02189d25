import type {
  InstructionSummary,
  InstructionView,
} from '@zavet/contract/instructions/instruction-schemas';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { type LeavingFile, listLeavingFiles } from './leaving-file-repository.ts';
import { openInstruction } from './open-instruction.ts';
import { findInstruction } from './read-repository.ts';

export async function getInstruction(
  ctx: Context,
  userId: string,
  id: string,
): Promise<InstructionView> {
  const found = await findInstruction(ctx.database, userId, id);
  if (!found) return fail('not_found');
  const instruction = openInstruction(ctx.vault.open(userId, found), found);
  return withLeaving(instruction, await leavingFiles(ctx, userId, found));
}

/** Files leave only in the time after a plan, and of most owners none ever do. */
export async function leavingFiles(
  { database }: Pick<Context, 'database'>,
  userId: string,
  { grace_until }: { grace_until: string | null },
): Promise<LeavingFile[]> {
  return grace_until === null ? [] : listLeavingFiles(database, userId);
}

/** Which of its files go soon for lack of space. */
export function withLeaving<Instruction extends InstructionSummary>(
  instruction: Instruction,
  leaving: readonly LeavingFile[],
): Instruction {
  const own = leaving.filter(({ instruction_id }) => instruction_id === instruction.id);
  const [first] = own;
  if (!first || instruction.is_unreadable) return instruction;
  const files_leaving = { on: first.leaves_on, file_ids: own.map(({ id }) => id) };
  return { ...instruction, files_leaving };
}
