import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { openPostgresReader } from '../../../../platform/database/postgres-reader.ts';
import { lookThrough } from './look-through.ts';
import type { SealedInstruction, SearchPart } from './sealed-instruction.ts';
import type { SearchThreadData } from './search-thread.ts';

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
