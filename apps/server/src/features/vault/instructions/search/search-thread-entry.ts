import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { openPostgresReader } from '../../../../platform/database/postgres-connections.ts';
import { type TextReader, textReader } from '../../../../platform/encryption/owner-key.ts';
import { SealBroken } from '../../../../platform/encryption/sealed-text.ts';
import { openHeading } from '../sealed-instruction.ts';
import { containsAllWords } from './search-rules.ts';
import type { SealedInstruction, SearchPart, SearchThreadData } from './search-thread.ts';

// On Linux this is the priority of this thread alone: requests go first.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);

const { database } = workerData as SearchThreadData;

const read = openPostgresReader(database);

/** Where texts are opened and looked through, beside the thread that answers requests. */
parentPort?.on('message', async ({ number, part }: { number: number; part: SearchPart }) => {
  try {
    const instructions = await read<SealedInstruction>(part.statement);
    parentPort?.postMessage({ number, found: lookThrough(instructions, part) });
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    parentPort?.postMessage({ number, error: { message, code } });
  }
});

/** The ids of the instructions that hold every word. */
function lookThrough(
  instructions: readonly SealedInstruction[],
  { key, query }: Pick<SearchPart, 'key' | 'query'>,
): string[] {
  const reader = textReader(key);
  return instructions
    .filter((instruction) => containsAllWords(readableTexts(reader, instruction), query))
    .map(({ id }) => id);
}

/** What is damaged cannot be found, and does not keep the rest from being found. */
function readableTexts(reader: TextReader, instruction: SealedInstruction): string[] {
  try {
    return textsOf(reader, instruction);
  } catch (error) {
    if (error instanceof SealBroken) return [];
    throw error;
  }
}

function textsOf(reader: TextReader, instruction: SealedInstruction): string[] {
  const { id, content, files, seal_id } = instruction;
  const { title, recipient_name, recipient_email } = openHeading(reader, instruction);
  return [
    title,
    reader.open(id, 'content', content, seal_id),
    ...(recipient_name === null ? [] : [recipient_name]),
    ...(recipient_email === null ? [] : [recipient_email]),
    ...files.map((file) => reader.open(file.id, 'file_name', file.file_name)),
  ];
}
