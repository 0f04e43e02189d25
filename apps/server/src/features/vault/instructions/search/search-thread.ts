import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { perContext } from '../../../../context.ts';
import type { Driver } from '../../../../platform/database/database.ts';
import type { RequestPoolSettings } from '../../../../platform/database/postgres-connections.ts';
import type { Prepared } from '../../../../platform/database/prepared.ts';
import type { TextKey } from '../../../../platform/encryption/owner-key.ts';

export interface SearchThread {
  /** The ids of the instructions of this part that hold every word. */
  find(part: SearchPart): Promise<string[]>;
  close(): Promise<void>;
}

interface Answer {
  number: number;
  found?: string[];
  error?: { message: string; code?: string };
}

export interface SearchThreadData {
  database: RequestPoolSettings;
}

/** Beside this module, in the sources as in what is built of them. */
const entry = new URL(`./search-thread-entry${extname(import.meta.filename)}`, import.meta.url);

/** A part is small; what a thread needs beyond it would be a mistake. */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 };

/**
 * One thread for all searches of this process: however many people search, requests are answered
 * beside it. It takes parts in the order in which they come, so searches that run at the same time
 * take turns. Started by the first search. It reads texts over a connection of its own: megabytes
 * that come and go would keep the main thread collecting garbage.
 */
export function createSearchThread({ requests }: Driver): SearchThread {
  let worker: Worker | undefined;
  let last = 0;
  const waiting = new Map<number, PromiseWithResolvers<string[]>>();

  function start(): Worker {
    // The entry and what it needs run as they are, without what loads the rest of the server.
    const started = new Worker(entry, {
      execArgv: [],
      resourceLimits,
      workerData: { database: requests } satisfies SearchThreadData,
    });
    started.unref();
    started.on('message', ({ number, found, error }: Answer) => {
      const one = waiting.get(number);
      waiting.delete(number);
      if (found) one?.resolve(found);
      else one?.reject(Object.assign(new Error(error?.message), { code: error?.code }));
    });
    const end = (error: unknown) => {
      if (worker === started) worker = undefined;
      for (const one of waiting.values()) one.reject(error);
      waiting.clear();
    };
    started.on('error', end);
    started.on('exit', () => end(new Error('The thread of searches has ended.')));
    return started;
  }

  return {
    find: (part) => {
      worker ??= start();
      last += 1;
      const one = Promise.withResolvers<string[]>();
      waiting.set(last, one);
      worker.postMessage({ number: last, part });
      return one.promise;
    },
    close: async () => {
      await worker?.terminate();
    },
  };
}

export const searchThread = perContext(({ database, closing }) => {
  const thread = createSearchThread(database.driver);
  closing.push(() => thread.close());
  return thread;
});

/** What of an instruction can be found, sealed as it lies in the database. */
export interface SealedInstruction {
  id: string;
  heading: string;
  content: string;
  seal_id: string;
  files: { id: string; file_name: string }[];
}

/** A part of a search, as it goes to the thread that does the work. */
export interface SearchPart {
  key: TextKey;
  /** Reads the instructions of the part. */
  statement: Prepared;
  query: string;
}
