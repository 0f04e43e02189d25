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
  objectFacts,
  objectSuffix,
  pruneFolder,
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

/** Few large reads instead of many small ones; so much waits in memory for every reader. */
const readAtOnce = 256 * 1024;
const removedAtOnce = 32;
/** Every file being written holds a descriptor, and processes do not get many. */
const writtenAtOnce = 256;

/** Objects as files of one folder. It may be shared by processes of one machine. */
export function createLocalFolderStore(root: string): ObjectStore {
  const unfinished = join(root, '.unfinished');
  const inSlot = createSlots(writtenAtOnce);

  function pathOf(key: string): string {
    assertObjectKey(key);
    return join(root, key + objectSuffix);
  }

  /** Lets `write` fill a file aside that gets its name only when it is complete on the disk. */
  async function publish(path: string, write: (aside: string) => Promise<void>): Promise<void> {
    await makeFolder(unfinished);
    const aside = join(unfinished, randomUUID());
    try {
      await write(aside);
      await renameInto(aside, path);
    } catch (error) {
      await rm(aside, { force: true });
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
      return handle.createReadStream({ ...range, highWaterMark: readAtOnce });
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async function copy(from: string, to: string): Promise<void> {
    const [source, target] = [pathOf(from), pathOf(to)];
    if (!(await objectFacts(source))) throw new ObjectMissing(from);
    if (source === target) return;
    await publish(target, async (aside) => {
      const { COPYFILE_EXCL, COPYFILE_FICLONE } = constants;
      await copyFile(source, aside, COPYFILE_EXCL | COPYFILE_FICLONE);
      await writeDurably(aside, 'r+', async () => {});
    });
  }

  async function move(from: string, to: string): Promise<void> {
    const [source, target] = [pathOf(from), pathOf(to)];
    const now = new Date();
    try {
      // It comes to its new key now, and must not look like something long forgotten there.
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
    for (let start = 0; start < paths.length; start += removedAtOnce) {
      const some = paths.slice(start, start + removedAtOnce);
      await Promise.all(some.map((path) => unlink(path).catch(ignoreMissing)));
    }
    for (const folder of new Set(paths.map(dirname))) await pruneFolder(folder, root);
  }

  async function sweep(olderThan: Date): Promise<void> {
    const entries = await opendir(unfinished).catch(ignoreMissing);
    for await (const { name } of entries ?? []) {
      const path = join(unfinished, name);
      const facts = await objectFacts(path);
      if (facts && facts.modified_at < olderThan) await unlink(path).catch(ignoreMissing);
    }
  }

  async function probe(): Promise<void> {
    await makeFolder(unfinished);
    const aside = join(unfinished, randomUUID());
    try {
      await writeDurably(aside, 'wx', (handle) => handle.writeFile('probe'));
    } finally {
      await rm(aside, { force: true });
    }
  }

  return {
    async put(key, bytes, size, signal) {
      const path = pathOf(key);
      await receiveBytes(bytes, size, signal, (chunks) =>
        inSlot(
          () =>
            mapFileErrors(() =>
              publish(path, (aside) =>
                writeDurably(aside, 'wx', async (handle) => {
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
    head: (key) => mapFileErrors(async () => objectFacts(pathOf(key))),
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
