import type { InstructionView } from '@zavet/contract/instructions/instruction-schemas';
import { SealBroken } from '../../../platform/encryption/sealed-text.ts';
import { type FileRow, listStoredFiles } from './file-repository.ts';
import type { InstructionDeps } from './instruction-deps.ts';
import { openInstruction, openListed } from './open-instruction.ts';
import { leavingFiles, withLeaving } from './read-instructions.ts';
import { findInstruction, listInstructionIds } from './read-repository.ts';

/** An instruction whole, and where the bytes of its files lie. */
export interface OwnInstruction {
  view: InstructionView;
  objects: FileRow[];
}

/** Everything an owner has written, newest first. One that is damaged comes without its texts. */
export async function readAllInstructions(
  deps: InstructionDeps,
  userId: string,
): Promise<OwnInstruction[]> {
  const all: OwnInstruction[] = [];
  for (const id of await listInstructionIds(deps.database, userId)) {
    const instruction = await readOwnInstruction(deps, userId, id);
    if (instruction) all.push(instruction);
  }
  return all;
}

/** One of them; undefined where it was deleted. */
export async function readOwnInstruction(
  deps: InstructionDeps,
  userId: string,
  id: string,
): Promise<OwnInstruction | undefined> {
  const view = await readWhole(deps, userId, id);
  return view && { view, objects: await listStoredFiles(deps.database, userId, id) };
}

async function readWhole(
  deps: InstructionDeps,
  userId: string,
  id: string,
): Promise<InstructionView | undefined> {
  const row = await findInstruction(deps.database, userId, id);
  if (!row) return undefined;
  const key = deps.vault.open(userId, row);
  try {
    return withLeaving(openInstruction(key, row), await leavingFiles(deps, userId, row));
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    return { ...openListed(key, row), content: '', is_unreadable: true };
  }
}
