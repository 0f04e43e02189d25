import { type FileHandle, mkdir, open, rename, rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ObjectStoreUnavailable } from './object-store.ts';

const renameTries = 20;

/** The file is complete on the disk when this returns, not only in memory. */
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

/** Renames a file into a folder that need not exist yet. */
export async function renameInto(from: string, to: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await rename(from, to);
    } catch (error) {
      if (!isAbsence(error) || tries === renameTries) throw error;
      // A removal may take the emptied folder away in between, also again.
      await makeFolder(dirname(to));
      await nextTurn();
    }
  }
}

export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) {
    await syncFolder(dirname(made));
  }
}

/** Takes away a folder that became empty, and those above it up to `root`. */
export async function pruneFolder(folder: string, root: string): Promise<void> {
  let left = folder;
  while (left !== root && (await isGone(left))) left = dirname(left);
  await syncFolder(left);
}

/** New names and removals in a folder outlast a power cut only after this. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(absent);
  if (!handle) return;
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** What the file system refuses means that the store cannot be used. */
export async function onFiles<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asStoreError(error);
  }
}

export function asStoreError(error: unknown): unknown {
  return error instanceof Error && 'errno' in error ? new ObjectStoreUnavailable(error) : error;
}

export function absent(error: unknown): undefined {
  if (!isAbsence(error)) throw error;
}

async function isGone(folder: string): Promise<boolean> {
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
