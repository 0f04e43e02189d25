import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { openPostgresReader } from '../../../../platform/database/postgres-connections.ts';
import { type TextReader, textReader } from '../../../../platform/encryption/owner-key.ts';
import { SealBroken } from '../../../../platform/encryption/sealed-text.ts';
import { openHeading } from '../sealed-instruction.ts';
import { containsAllWords } from './search-rules.ts';
import type { SealedInstruction, SearchBatch, SearchThreadData } from './search-thread.ts';

// On Linux this sets the priority of this thread alone: requests take precedence.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);

const { database } = workerData as SearchThreadData;
const read = openPostgresReader(database);

parentPort?.on('message', async ({ number, batch }: { number: number; batch: SearchBatch }) => {
  try {
    const instructions = await read<SealedInstruction>(batch.statement);
    parentPort?.postMessage({ number, found: findMatching(instructions, batch) });
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    parentPort?.postMessage({ number, error: { message, code } });
  }
});

/** Ids of the instructions that contain every word. */
function findMatching(
  instructions: readonly SealedInstruction[],
  { key, words }: SearchBatch,
): string[] {
  const reader = textReader(key);
  return instructions
    .filter((instruction) => containsAllWords(readableTexts(reader, instruction), words))
    .map(({ id }) => id);
}

/** A damaged instruction yields no texts, so that the others are still searched. */
function readableTexts(reader: TextReader, instruction: SealedInstruction): string[] {
  try {
    const { id, content, files, seal_id } = instruction;
    const { title, recipient_name, recipient_email } = openHeading(reader, instruction);
    return [
      title,
      reader.open(id, 'content', content, seal_id),
      ...(recipient_name === null ? [] : [recipient_name]),
      ...(recipient_email === null ? [] : [recipient_email]),
      ...files.map((file) => reader.open(file.id, 'file_name', file.file_name)),
    ];
  } catch (error) {
    if (error instanceof SealBroken) return [];
    throw error;
  }
}
