import type { InstructionView } from '@zavet/contract/instructions/instruction-schemas';
import { type FileRow, listStoredFiles } from './file-repository.ts';
import type { InstructionDeps } from './instruction-deps.ts';
import { getInstruction, listInstructions } from './read-instructions.ts';

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
  for (const summary of await listInstructions(deps, userId)) {
    const view = summary.is_unreadable
      ? { ...summary, content: '' }
      : await getInstruction(deps, userId, summary.id);
    all.push({ view, objects: await listStoredFiles(deps.database, userId, summary.id) });
  }
  return all;
}
