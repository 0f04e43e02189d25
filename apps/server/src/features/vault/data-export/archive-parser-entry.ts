import { parentPort } from 'node:worker_threads';
import { tryParseArchiveData } from './parse-archive-data.ts';

parentPort?.once('message', (bytes: Uint8Array) => {
  parentPort?.postMessage(tryParseArchiveData(bytes));
});
