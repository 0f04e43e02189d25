import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { readConfiguration } from '../src/config/configuration.ts';
import { createLocalFolderStore } from '../src/platform/file-storage/local-folder-store.ts';
import type { ObjectStore } from '../src/platform/file-storage/object-store.ts';
import { createS3Store } from '../src/platform/file-storage/s3-store.ts';
import { startS3Server } from './s3-server.ts';

interface OpenedStore {
  store: ObjectStore;
  close(): Promise<void>;
}

/** Every kind of object store; all pass the same tests. */
export const objectStores: [string, () => Promise<OpenedStore>][] = [
  ['a local folder', openLocalFolder],
  ['an S3 service', openS3],
  ...externalStores(),
];

/**
 * Number of objects that need more than one page; external S3 services list 1,000 keys per page.
 */
export const moreThanOnePage = process.env.TRIAL_S3 ? 1_200 : 50;

/** The external S3 service that a trial configures; empty without one. */
function externalStores(): [string, () => Promise<OpenedStore>][] {
  if (!process.env.TRIAL_S3) return [];
  const { fileStorage } = readConfiguration(JSON.parse(process.env.TRIAL_S3));
  if (fileStorage.kind !== 's3') throw new Error('a trial names an S3 service');
  const open = async () => {
    const store = createS3Store(fileStorage);
    return { store, close: async () => store.close() };
  };
  return [['an external S3 service', open]];
}

export function streamOf(...chunks: (string | Buffer)[]): Readable {
  return Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
}

export async function keysOf(store: ObjectStore, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) keys.push(key);
  return keys;
}

/** Emits some bytes, then stalls; `stalled` resolves at the next read. */
export function stallingAfter(bytes: Buffer): { bytes: Readable; stalled: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isGiven = false;
  const stream = new Readable({
    read() {
      if (isGiven) return resolve();
      isGiven = true;
      this.push(bytes);
    },
  });
  return { bytes: stream, stalled: promise };
}

async function openLocalFolder(): Promise<OpenedStore> {
  const root = await mkdtemp(join(tmpdir(), 'objects-'));
  const store = createLocalFolderStore(join(root, 'objects'));
  return { store, close: () => rm(root, { recursive: true }) };
}

async function openS3(): Promise<OpenedStore> {
  const server = await startS3Server();
  const store = createS3Store(server.settings);
  return {
    store,
    async close() {
      store.close();
      await server.close();
    },
  };
}
