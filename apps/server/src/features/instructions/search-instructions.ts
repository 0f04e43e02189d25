import { setImmediate as turn } from 'node:timers/promises';
import { SealBroken } from '../../platform/encryption/sealed-text.ts';
import type { InstructionParts } from './instruction-parts.ts';
import { listFullInstructionRows } from './instruction-repository.ts';
import { openInstruction } from './open-instruction.ts';
import { holdsWords, searchTexts } from './search-rules.ts';

/** Few enough to be in memory together, whatever their length. */
const partSize = 10;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/**
 * Content is sealed, so it is opened and looked through here, part by part: others get their turn
 * in between, and a search that nobody waits for any more ends.
 */
export async function searchInstructions(
  { database, vault }: InstructionParts,
  userId: string,
  query: string,
  signal: AbortSignal,
): Promise<string[]> {
  const found: string[] = [];
  for (let after = beforeAll, isLast = false; !isLast && !signal.aborted; ) {
    const rows = await listFullInstructionRows(database, userId, after, partSize);
    for (const { instruction, key } of rows) {
      const texts = readableTexts(() => openInstruction(vault.open(userId, key), instruction));
      if (holdsWords(texts, query)) found.push(instruction.id);
      after = instruction.id;
      await turn();
    }
    isLast = rows.length < partSize;
  }
  return found;
}

/** What is damaged cannot be found, and does not keep the rest from being found. */
function readableTexts(open: () => Parameters<typeof searchTexts>[0]): string[] {
  try {
    return searchTexts(open());
  } catch (error) {
    if (error instanceof SealBroken) return [];
    throw error;
  }
}
