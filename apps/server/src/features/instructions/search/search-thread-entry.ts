import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { lookThrough } from './look-through.ts';
import type { SearchPart } from './sealed-instruction.ts';

// On Linux this is the priority of this thread alone: requests go first.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);

/** Where texts are opened and looked through, beside the thread that answers requests. */
parentPort?.on('message', ({ number, part }: { number: number; part: SearchPart }) => {
  try {
    parentPort?.postMessage({ number, found: lookThrough(part) });
  } catch (error) {
    parentPort?.postMessage({ number, error });
  }
});
