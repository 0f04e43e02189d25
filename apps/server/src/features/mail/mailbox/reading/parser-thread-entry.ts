import { parentPort } from 'node:worker_threads';
import type { ParserRequest } from './parser-thread.ts';
import { renderMail } from './render-mail.ts';

parentPort?.on('message', async ({ id, source, request }: ParserRequest) => {
  try {
    const result = await renderMail(Buffer.from(source.buffer), request);
    parentPort?.postMessage({ id, result });
  } catch {
    // The error is dropped, because it may quote the mail.
    parentPort?.postMessage({ id, hasFailed: true });
  }
});
