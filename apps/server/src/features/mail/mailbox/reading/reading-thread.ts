import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { TakenApart, Wanted } from './take-apart.ts';

export interface ReadingThread {
  /** Takes a mail apart; the bytes are handed over and gone here. */
  takeApart<W extends Wanted>(source: Buffer, wanted: W): Promise<TakenApart[W['kind']]>;
  close(): Promise<void>;
}

export interface ReadingOrder {
  number: number;
  source: Uint8Array<ArrayBuffer>;
  wanted: Wanted;
}

interface Answer {
  number: number;
  result?: unknown;
  hasFailed?: boolean;
}

/** A mail could not be taken apart: it was made to break or to stall those who try. */
export class MailUnreadable extends Error {}

/** Beside this module, in the sources as in what is built of them. */
const entry = new URL(`./reading-thread-entry${extname(import.meta.filename)}`, import.meta.url);
/** For texts and lists; the bytes of a mail lie beside. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };
/** Many times what thirty megabytes take on a busy machine. */
const usualLongestMs = 30_000;

/**
 * One thread for all mails of this process, started by the first: a large mail takes seconds, and
 * requests are answered beside it. A mail that takes too long ends the thread, and with it those
 * that wait behind; the next one starts another.
 */
export function createReadingThread(longestMs = usualLongestMs): ReadingThread {
  let worker: Worker | undefined;
  let last = 0;
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();

  function start(): Worker {
    const started = new Worker(entry, { execArgv: [], resourceLimits });
    started.unref();
    started.on('message', ({ number, result, hasFailed }: Answer) => {
      const one = waiting.get(number);
      waiting.delete(number);
      if (hasFailed) one?.reject(new MailUnreadable());
      else one?.resolve(result);
    });
    const end = () => {
      if (worker === started) worker = undefined;
      for (const one of waiting.values()) one.reject(new MailUnreadable());
      waiting.clear();
    };
    started.on('error', end);
    started.on('exit', end);
    return started;
  }

  return {
    takeApart: async (source, wanted) => {
      worker ??= start();
      const current = worker;
      last += 1;
      const one = Promise.withResolvers<unknown>();
      waiting.set(last, one);
      // A copy of its own, because small buffers share their memory with others.
      const bytes = new Uint8Array(source);
      const order: ReadingOrder = { number: last, source: bytes, wanted };
      current.postMessage(order, [bytes.buffer]);
      const timer = setTimeout(() => void current.terminate(), longestMs);
      try {
        return (await one.promise) as TakenApart[(typeof wanted)['kind']];
      } finally {
        clearTimeout(timer);
      }
    },
    close: async () => {
      await worker?.terminate();
    },
  };
}
