import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { MailRequest, MailResults } from './render-mail.ts';

export interface ParserThread {
  render<Request extends MailRequest>(
    source: Buffer,
    request: Request,
  ): Promise<MailResults[Request['kind']]>;
  close(): Promise<void>;
}

export interface ParserRequest {
  id: number;
  source: Uint8Array<ArrayBuffer>;
  request: MailRequest;
}

interface ParserResponse {
  id: number;
  result?: unknown;
  hasFailed?: boolean;
}

/** The mail crashed the parser or exceeded the timeout. */
export class MailUnreadable extends Error {}

/** A sibling file, in the sources and in the bundle. */
const entryUrl = new URL(`./parser-thread-entry${extname(import.meta.filename)}`, import.meta.url);
/** The bytes of the mail do not count, because they are outside of the heap. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };
/** Many times longer than parsing a 30 MB mail takes on a busy machine. */
const defaultTimeoutMs = 30_000;

/**
 * Parses mails in one worker thread, started by the first mail, so that large mails do not block
 * requests. A timeout terminates the thread with all pending mails; the next mail starts another.
 */
export function createParserThread(timeoutMs = defaultTimeoutMs): ParserThread {
  let worker: Worker | undefined;
  let lastId = 0;
  const pending = new Map<number, PromiseWithResolvers<unknown>>();

  function start(): Worker {
    const started = new Worker(entryUrl, { execArgv: [], resourceLimits });
    started.unref();
    started.on('message', ({ id, result, hasFailed }: ParserResponse) => {
      const response = pending.get(id);
      pending.delete(id);
      if (hasFailed) response?.reject(new MailUnreadable());
      else response?.resolve(result);
    });
    const end = () => {
      if (worker === started) worker = undefined;
      for (const response of pending.values()) response.reject(new MailUnreadable());
      pending.clear();
    };
    started.on('error', end);
    started.on('exit', end);
    return started;
  }

  return {
    render: async (source, request) => {
      worker ??= start();
      const current = worker;
      lastId += 1;
      const response = Promise.withResolvers<unknown>();
      pending.set(lastId, response);
      // Copied, because small buffers share their memory with others.
      const bytes = new Uint8Array(source);
      const message: ParserRequest = { id: lastId, source: bytes, request };
      current.postMessage(message, [bytes.buffer]);
      const timer = setTimeout(() => void current.terminate(), timeoutMs);
      try {
        return (await response.promise) as MailResults[(typeof request)['kind']];
      } finally {
        clearTimeout(timer);
      }
    },
    close: async () => {
      await worker?.terminate();
    },
  };
}
