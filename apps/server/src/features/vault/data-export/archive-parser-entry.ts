import { parentPort } from 'node:worker_threads';
import { archiveDataOutcome } from './parse-archive-data.ts';

parentPort?.once('message', (bytes: Uint8Array) => {
  parentPort?.postMessage(archiveDataOutcome(bytes));
});
