import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Failure, fail } from '../../../platform/failure.ts';
import type { ImportPlan } from './import-rules.ts';
import type { ParsedArchive } from './parse-archive-data.ts';

/** Beside this module, in the sources as in what is built of them. Computed late: the migration tool has no file names. */
const entryUrl = () =>
  new URL(`./archive-parser-entry${extname(import.meta.filename)}`, import.meta.url);

export interface ParserBounds {
  memoryMb: number;
  timeoutMs: number;
}

/** Several times what the largest export of ours needs. */
const parserBounds: ParserBounds = { memoryMb: 384, timeoutMs: 60_000 };

/**
 * Parses `data.json` of an archive in a thread of its own: requests are answered beside it, and a
 * hostile one ends its thread and not the process.
 */
export async function parseInThread(
  bytes: Uint8Array,
  { memoryMb, timeoutMs }: ParserBounds = parserBounds,
): Promise<ImportPlan> {
  const worker = new Worker(entryUrl(), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
  });
  const timer = setTimeout(() => void worker.terminate(), timeoutMs);
  const outcome = outcomeOf(worker);
  try {
    // A copy, because small buffers share their memory with others.
    const copy = new Uint8Array(bytes);
    worker.postMessage(copy, [copy.buffer]);
    const parsed = await outcome;
    if ('plan' in parsed) return parsed.plan;
    const { code, facts } = parsed.failure;
    return fail(code, facts && { facts });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

/** Out of memory or out of time, trying again would end the same way. */
function outcomeOf(worker: Worker): Promise<ParsedArchive> {
  return new Promise((resolve, reject) => {
    const tooComplex = new Failure('archive_too_complex');
    worker.once('message', resolve);
    worker.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooComplex : error),
    );
    worker.once('exit', () => reject(tooComplex));
  });
}
