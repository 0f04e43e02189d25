import type { Dirent } from 'node:fs';
import { type FileHandle, mkdir, open, opendir, rename, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isObjectKey, type ObjectMetadata, ObjectStoreUnavailable } from './object-store.ts';

/** Keys have no dot, so an object and a folder never share a name. */
export const objectSuffix = '.object';

/** Maximum of names in memory; larger folders are read in several passes. */
const maxNames = 10_000;
const maxRenameAttempts = 20;

/** Writes a file and flushes it to disk. */
export async function writeDurably(
  path: string,
  flags: 'wx' | 'r+',
  write: (handle: FileHandle) => Promise<void>,
): Promise<void> {
  const handle = await open(path, flags, 0o600);
  try {
    await write(handle);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Renames a file or folder and creates the target folder if needed. */
export async function renameInto(from: string, to: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await rename(from, to);
    } catch (error) {
      if (!isAbsence(error) || tries === maxRenameAttempts) throw error;
      // A concurrent removal may delete the empty folder again.
      await makeFolder(dirname(to));
      await nextTurn();
    }
  }
}

export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let created = folder; created.length >= first.length; created = dirname(created)) {
    await syncFolder(dirname(created));
  }
}

/** Removes `folder` and its parents below `root`, as long as they are empty. */
export async function pruneFolder(folder: string, root: string): Promise<void> {
  let current = folder;
  while (current !== root && (await removeIfEmpty(current))) current = dirname(current);
  await syncFolder(current);
}

/** Flushes added and removed names of a folder to disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(ignoreMissing);
  if (!handle) return;
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Reports file system errors as an unavailable store. */
export async function mapFileErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toStoreError(error);
  }
}

export function toStoreError(error: unknown): unknown {
  return error instanceof Error && 'errno' in error ? new ObjectStoreUnavailable(error) : error;
}

export function ignoreMissing(error: unknown): undefined {
  if (!isAbsence(error)) throw error;
}

async function removeIfEmpty(folder: string): Promise<boolean> {
  try {
    await rmdir(folder);
    return true;
  } catch (error) {
    if (isAbsence(error)) return true;
    if (codeOf(error) === 'ENOTEMPTY' || codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function isAbsence(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** Sorted by key. */
export async function* listFolder(
  root: string,
  prefix: string,
  limit = maxNames,
): AsyncGenerator<ObjectMetadata & { key: string }> {
  const cut = prefix.lastIndexOf('/') + 1;
  yield* listBelow(root, prefix.slice(0, cut), prefix.slice(cut), limit);
}

async function* listBelow(
  root: string,
  folder: string,
  namePrefix: string,
  limit: number,
): AsyncGenerator<ObjectMetadata & { key: string }> {
  for await (const name of listNames(join(root, folder), namePrefix, limit)) {
    const key = folder + name;
    if (name.endsWith('/')) {
      yield* listBelow(root, key, '', limit);
      continue;
    }
    const facts = await readMetadata(join(root, key + objectSuffix));
    if (facts) yield { key, ...facts };
  }
}

export async function readMetadata(path: string): Promise<ObjectMetadata | undefined> {
  const found = await stat(path).catch(ignoreMissing);
  return found && { size: found.size, modified_at: found.mtime };
}

/**
 * Yields the names in a folder. Subfolders get a trailing slash, so that they sort like their keys.
 */
async function* listNames(folder: string, namePrefix: string, limit: number) {
  let after = '';
  for (;;) {
    const names = await readNamesAfter(after, folder, namePrefix, limit);
    yield* names;
    const last = names.at(-1);
    if (last === undefined || names.length < limit) return;
    after = last;
  }
}

/** The next `limit` names, with at most twice as many in memory. */
async function readNamesAfter(
  after: string,
  folder: string,
  namePrefix: string,
  limit: number,
): Promise<string[]> {
  const entries = await opendir(folder, { bufferSize: 256 }).catch(ignoreMissing);
  let names: string[] = [];
  for await (const entry of entries ?? []) {
    const name = nameOf(entry);
    if (!name?.startsWith(namePrefix) || name <= after) continue;
    names.push(name);
    if (names.length === 2 * limit) names = names.sort().slice(0, limit);
  }
  return names.sort().slice(0, limit);
}

/**
 * Returns the key segment of an object or folder; undefined for other files, such as unfinished
 * writes or files of a file manager.
 */
function nameOf(entry: Dirent): string | undefined {
  if (entry.isDirectory()) return isObjectKey(entry.name) ? `${entry.name}/` : undefined;
  const name = entry.name.slice(0, -objectSuffix.length);
  return entry.name.endsWith(objectSuffix) && isObjectKey(name) ? name : undefined;
}
