import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { perContext } from '../../../../context.ts';
import type { Driver } from '../../../../platform/database/database.ts';
import type { RequestPoolSettings } from '../../../../platform/database/postgres-connections.ts';
import type { PreparedStatement } from '../../../../platform/database/prepared.ts';
import type { TextKey } from '../../../../platform/encryption/owner-key.ts';

/** The searchable columns of an instruction. */
export interface SealedInstruction {
  id: string;
  heading: string;
  content: string;
  seal_id: string;
  files: { id: string; file_name: string }[];
}

/** A message to the thread. */
export interface SearchBatch {
  key: TextKey;
  /** Reads the instructions of the batch. */
  statement: PreparedStatement;
  words: string;
}

export interface SearchThread {
  /** Ids of the instructions of this batch that contain every word. */
  find(batch: SearchBatch): Promise<string[]>;
  close(): Promise<void>;
}

interface ThreadReply {
  number: number;
  found?: string[];
  error?: { message: string; code?: string };
}

export interface SearchThreadData {
  database: RequestPoolSettings;
}

/** Next to this module, both in the sources and in the build. */
const entryUrl = new URL(`./search-thread-entry${extname(import.meta.filename)}`, import.meta.url);
/** Sufficient for a batch. */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 };

/**
 * One thread for all searches of the process, started by the first one, so that searches do not
 * delay requests. Batches are processed in order of arrival: concurrent searches alternate. The
 * thread reads texts over its own connection, which spares the main thread the garbage collection.
 */
export function createSearchThread({ requests }: Driver): SearchThread {
  let worker: Worker | undefined;
  let lastNumber = 0;
  const pending = new Map<number, PromiseWithResolvers<string[]>>();

  function start(): Worker {
    // Starts without the loaders of the main process, because the entry needs none.
    const started = new Worker(entryUrl, {
      execArgv: [],
      resourceLimits,
      workerData: { database: requests } satisfies SearchThreadData,
    });
    started.unref();
    started.on('message', ({ number, found, error }: ThreadReply) => {
      const batch = pending.get(number);
      pending.delete(number);
      if (found) batch?.resolve(found);
      else batch?.reject(Object.assign(new Error(error?.message), { code: error?.code }));
    });
    const end = (error: unknown) => {
      if (worker === started) worker = undefined;
      for (const batch of pending.values()) batch.reject(error);
      pending.clear();
    };
    started.on('error', end);
    started.on('exit', () => end(new Error('The search thread has ended.')));
    return started;
  }

  return {
    find: (batch) => {
      worker ??= start();
      lastNumber += 1;
      const result = Promise.withResolvers<string[]>();
      pending.set(lastNumber, result);
      worker.postMessage({ number: lastNumber, batch });
      return result.promise;
    },
    close: async () => {
      await worker?.terminate();
    },
  };
}

export const searchThread = perContext(({ database, onClose }) => {
  const thread = createSearchThread(database.driver);
  onClose.push(() => thread.close());
  return thread;
});
