import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, open, opendir, rm, unlink, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { createSlots } from '../slots.ts';
import {
  ignoreMissing,
  listFolder,
  makeFolder,
  mapFileErrors,
  objectSuffix,
  pruneFolder,
  readMetadata,
  renameInto,
  syncFolder,
  toStoreError,
  writeDurably,
} from './folder-files.ts';
import {
  assertObjectKey,
  assertObjectPrefix,
  assertRange,
  type ByteRange,
  ObjectMissing,
  ObjectRangeInvalid,
  type ObjectStore,
  receiveBytes,
} from './object-store.ts';

/** Memory per reader. */
const readBufferBytes = 256 * 1024;
const removalBatchSize = 32;
/** Limits open file descriptors. */
const maxConcurrentWrites = 256;

/** Stores objects as files in a folder, which the processes of one machine may share. */
export function createLocalFolderStore(root: string): ObjectStore {
  const unfinished = join(root, '.unfinished');
  const inSlot = createSlots(maxConcurrentWrites);

  function pathOf(key: string): string {
    assertObjectKey(key);
    return join(root, key + objectSuffix);
  }

  /** Writes a temporary file and renames it once it is complete on disk. */
  async function publish(path: string, write: (draft: string) => Promise<void>): Promise<void> {
    await makeFolder(unfinished);
    const draft = join(unfinished, randomUUID());
    try {
      await write(draft);
      await renameInto(draft, path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    await syncFolder(dirname(path)).catch(async (error) => {
      await rm(path, { force: true });
      throw error;
    });
  }

  async function get(key: string, range?: ByteRange): Promise<Readable> {
    if (range) assertRange(range);
    const handle = await open(pathOf(key), 'r').catch(ignoreMissing);
    if (!handle) throw new ObjectMissing(key);
    try {
      if (range && range.start >= (await handle.stat()).size) throw new ObjectRangeInvalid(range);
      return handle.createReadStream({ ...range, highWaterMark: readBufferBytes });
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async function copy(from: string, to: string): Promise<void> {
    const [source, target] = [pathOf(from), pathOf(to)];
    if (!(await readMetadata(source))) throw new ObjectMissing(from);
    if (source === target) return;
    await publish(target, async (draft) => {
      const { COPYFILE_EXCL, COPYFILE_FICLONE } = constants;
      await copyFile(source, draft, COPYFILE_EXCL | COPYFILE_FICLONE);
      await writeDurably(draft, 'r+', async () => {});
    });
  }

  async function move(from: string, to: string): Promise<void> {
    const [source, target] = [pathOf(from), pathOf(to)];
    const now = new Date();
    try {
      // `modified_at` must be the time of the move; with the old time, the object would look
      // abandoned.
      await utimes(source, now, now);
      await renameInto(source, target);
    } catch (error) {
      ignoreMissing(error);
      throw new ObjectMissing(from);
    }
    await syncFolder(dirname(target));
    await pruneFolder(dirname(source), root);
  }

  async function remove(keys: readonly string[]): Promise<void> {
    const paths = keys.map(pathOf);
    for (let start = 0; start < paths.length; start += removalBatchSize) {
      const some = paths.slice(start, start + removalBatchSize);
      await Promise.all(some.map((path) => unlink(path).catch(ignoreMissing)));
    }
    for (const folder of new Set(paths.map(dirname))) await pruneFolder(folder, root);
  }

  async function sweep(olderThan: Date): Promise<void> {
    const entries = await opendir(unfinished).catch(ignoreMissing);
    for await (const { name } of entries ?? []) {
      const path = join(unfinished, name);
      const facts = await readMetadata(path);
      if (facts && facts.modified_at < olderThan) await unlink(path).catch(ignoreMissing);
    }
  }

  async function probe(): Promise<void> {
    await makeFolder(unfinished);
    const draft = join(unfinished, randomUUID());
    try {
      await writeDurably(draft, 'wx', (handle) => handle.writeFile('probe'));
    } finally {
      await rm(draft, { force: true });
    }
  }

  return {
    async put(key, bytes, size, signal) {
      const path = pathOf(key);
      await receiveBytes(bytes, size, signal, (chunks) =>
        inSlot(
          () =>
            mapFileErrors(() =>
              publish(path, (draft) =>
                writeDurably(draft, 'wx', async (handle) => {
                  for await (const chunk of chunks) await handle.writeFile(chunk);
                  signal?.throwIfAborted();
                }),
              ),
            ),
          signal,
        ),
      );
    },
    get: (key, range) => mapFileErrors(() => get(key, range)),
    head: (key) => mapFileErrors(async () => readMetadata(pathOf(key))),
    async *list(prefix) {
      assertObjectPrefix(prefix);
      try {
        yield* listFolder(root, prefix);
      } catch (error) {
        throw toStoreError(error);
      }
    },
    copy: (from, to) => mapFileErrors(() => inSlot(() => copy(from, to))),
    move: (from, to) => mapFileErrors(() => move(from, to)),
    remove: (keys) => mapFileErrors(() => remove(keys)),
    probe: () => mapFileErrors(probe),
    sweep: (olderThan) => mapFileErrors(() => sweep(olderThan)),
    close() {},
  };
}
