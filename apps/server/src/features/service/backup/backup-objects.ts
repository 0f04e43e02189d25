import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createSortedCursor } from '../../../platform/file-storage/sorted-cursor.ts';
import { CommandRefused } from '../../../platform/process.ts';
import { createSlots } from '../../../platform/slots.ts';
import {
  type BackupObject,
  backupObject,
  paths,
  readManifest,
  readRows,
  sha256Of,
  verifyRows,
} from './backup-folder.ts';

const maxConcurrent = 8;
const batchSize = 200;

interface FoundObject {
  key: string;
  size: number;
  read(): Readable;
}

export interface BackupObjects {
  /** Returns intact objects only. Keys must be sorted across all calls. */
  find(keys: readonly string[]): Promise<FoundObject[]>;
  close(): Promise<void>;
}

export async function openBackupObjects(
  folder: string,
  signal: AbortSignal,
): Promise<BackupObjects> {
  const { objects } = await readManifest(folder);
  await verifyRows(paths.objectList(folder), objects, signal);
  const list = createSortedCursor(readObjectList(folder));
  return {
    find: async (keys) => {
      const found: FoundObject[] = [];
      for (const key of keys) {
        const object = await list.find(key);
        if (!object || !(await isIntact(folder, object))) continue;
        const read = () => createReadStream(paths.object(folder, key));
        found.push({ key, size: object.size, read });
      }
      return found;
    },
    close: () => list.close(),
  };
}

export async function isIntact(
  folder: string,
  { key, size, sha256 }: Pick<BackupObject, 'key' | 'size' | 'sha256'>,
): Promise<boolean> {
  const path = paths.object(folder, key);
  const found = await stat(path).catch(() => undefined);
  return found?.size === size && (await sha256Of(path)) === sha256;
}

export async function* readObjectList(folder: string): AsyncGenerator<BackupObject> {
  for await (const row of readRows(paths.objectList(folder))) {
    const object = backupObject.safeParse(row);
    if (!object.success) throw new CommandRefused(`The list of files of ${folder} is damaged.`);
    yield object.data;
  }
}

export function readObjectBatches(folder: string): AsyncGenerator<BackupObject[]> {
  return inBatches(readObjectList(folder), batchSize);
}

export async function* inBatches<Item>(
  items: AsyncIterable<Item>,
  size: number,
): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Maps items concurrently. After a failure, starts no further item and awaits the running ones. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const inSlot = createSlots(maxConcurrent);
  const failed = new AbortController();
  const settled = await Promise.allSettled(
    items.map((item) =>
      inSlot(async () => {
        failed.signal.throwIfAborted();
        try {
          return await work(item);
        } catch (error) {
          failed.abort(error);
          throw error;
        }
      }),
    ),
  );
  failed.signal.throwIfAborted();
  return settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}
