import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createSortedCursor } from '../../../platform/file-storage/sorted-cursor.ts';
import { createSlots } from '../../../platform/slots.ts';
import { type BackupObject, paths, readManifest } from './backup-folder.ts';
import { isIntact, readObjectList, verifyRows } from './verify-backup.ts';

const atOnce = 8;

interface FoundObject {
  key: string;
  size: number;
  read(): Readable;
}

export interface BackupObjects {
  /** Those of the objects whose bytes are sound. Keys have to be asked for in their order. */
  find(keys: readonly string[]): Promise<FoundObject[]>;
  close(): Promise<void>;
}

/** Opens a backup of any version, to take single objects out of it. */
export async function openBackupObjects(
  folder: string,
  signal: AbortSignal,
): Promise<BackupObjects> {
  const { objects } = await readManifest(folder);
  await verifyRows(paths.objectList(folder), objects, signal);
  const list = objects.in_key_order ? createSortedCursor(readObjectList(folder)) : undefined;
  return {
    find: async (keys) => {
      const found: FoundObject[] = [];
      for await (const object of list ? along(list, keys) : scanned(folder, keys)) {
        const { key, size } = object;
        if (!(await isIntact(folder, object))) continue;
        found.push({ key, size, read: () => createReadStream(paths.object(folder, key)) });
      }
      return found;
    },
    close: async () => list?.close(),
  };
}

async function* along(
  list: { find(key: string): Promise<BackupObject | undefined> },
  keys: readonly string[],
): AsyncGenerator<BackupObject> {
  for (const key of keys) {
    const object = await list.find(key);
    if (object) yield object;
  }
}

/** The first versions wrote lists that are in no order. */
async function* scanned(folder: string, keys: readonly string[]): AsyncGenerator<BackupObject> {
  const wanted = new Set(keys);
  for await (const object of readObjectList(folder)) if (wanted.has(object.key)) yield object;
}

/** Does a piece of work for each, a few at a time; after a failure it waits for those that run. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const inSlot = createSlots(atOnce);
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
  return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}
