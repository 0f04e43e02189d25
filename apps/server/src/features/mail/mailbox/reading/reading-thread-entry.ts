import { parentPort } from 'node:worker_threads';
import type { ReadingOrder } from './reading-thread.ts';
import { takeApart } from './take-apart.ts';

/** Where mails are taken apart, beside the thread that answers requests. */
parentPort?.on('message', async ({ number, source, wanted }: ReadingOrder) => {
  try {
    const result = await takeApart(Buffer.from(source.buffer), wanted);
    parentPort?.postMessage({ number, result });
  } catch {
    // What the parser said may hold what the mail said.
    parentPort?.postMessage({ number, hasFailed: true });
  }
});
