import type { InstructionView } from '@zavet/contract/instructions/instruction-schemas';
import type { Context } from '../../../context.ts';
import { SealBroken } from '../../../platform/encryption/sealed-text.ts';
import { type FileRow, listStoredFiles } from './file-repository.ts';
import { openInstruction, openListed } from './open-instruction.ts';
import { leavingFiles, withLeaving } from './read-instructions.ts';
import { findInstruction, listInstructionIds } from './read-repository.ts';

/** An instruction whole, and where the bytes of its files lie. */
export interface OwnInstruction {
  view: InstructionView;
  objects: FileRow[];
}

/** Everything an owner has written, newest first. One that is damaged comes without its texts. */
export async function readAllInstructions(ctx: Context, userId: string): Promise<OwnInstruction[]> {
  const all: OwnInstruction[] = [];
  for (const id of await listInstructionIds(ctx.database, userId)) {
    const instruction = await readOwnInstruction(ctx, userId, id);
    if (instruction) all.push(instruction);
  }
  return all;
}

/** One of them; undefined where it was deleted. */
export async function readOwnInstruction(
  ctx: Context,
  userId: string,
  id: string,
): Promise<OwnInstruction | undefined> {
  const view = await readWhole(ctx, userId, id);
  return view && { view, objects: await listStoredFiles(ctx.database, userId, id) };
}

async function readWhole(
  ctx: Context,
  userId: string,
  id: string,
): Promise<InstructionView | undefined> {
  const row = await findInstruction(ctx.database, userId, id);
  if (!row) return undefined;
  const key = ctx.vault.open(userId, row);
  try {
    return withLeaving(openInstruction(key, row), await leavingFiles(ctx, userId, row));
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    return { ...openListed(key, row), content: '', is_unreadable: true };
  }
}
