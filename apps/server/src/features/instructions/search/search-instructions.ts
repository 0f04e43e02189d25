import { setTimeout as pause } from 'node:timers/promises';
import type { TextKey } from '../../../platform/encryption/owner-key.ts';
import { sealedLength } from '../../../platform/encryption/sealed-text.ts';
import type { InstructionDeps } from '../instruction-deps.ts';
import type { OneSearchEach } from './one-search-each.ts';
import type { SealedInstruction } from './sealed-instruction.ts';
import { listTextSizes, sealedInstructions } from './search-repository.ts';
import { inParts } from './search-rules.ts';
import type { SearchThread } from './search-thread.ts';

export interface SearchDeps extends Pick<InstructionDeps, 'database' | 'vault'> {
  oneSearchEach: OneSearchEach;
  thread: SearchThread;
}

/** Read and handed over in a moment, so that other requests hardly wait for it. */
const partSize = { bytes: sealedLength(64 * 1024), texts: 50 };
/** Between two parts the processor is for others: a long search takes twice its time instead. */
const restMs = 5;

/**
 * Content is sealed, so it has to be opened and looked through: part by part, on a thread of its
 * own, one search of an account at a time. One that nobody waits for any more ends.
 */
export async function searchInstructions(
  { database, vault, oneSearchEach, thread }: SearchDeps,
  userId: string,
  query: string,
  signal: AbortSignal,
): Promise<string[]> {
  try {
    return await oneSearchEach(userId, signal, async (stillHeld) => {
      const found: string[] = [];
      let key: TextKey | undefined;
      for (const ids of inParts(await listTextSizes(database, userId), partSize)) {
        if (key) await pause(restMs, undefined, { signal });
        signal.throwIfAborted();
        await stillHeld();
        key ??= (await vault.keyOf(userId)).textKey();
        const statement = sealedInstructions({ userId, ids });
        const instructions = thread.readsItself
          ? statement
          : await database.rows<SealedInstruction>(statement);
        found.push(...(await thread.find({ key, instructions, query })));
      }
      return found;
    });
  } catch (error) {
    // Nobody reads this answer.
    if (signal.aborted) return [];
    throw error;
  }
}
