import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { paths, readManifest } from './backup-folder.ts';
import { isSound, listedObjects, verifyRows } from './verify-backup.ts';

export interface FoundObject {
  key: string;
  size: number;
  read(): Readable;
}

/** Looks for objects in a backup, of any version; those whose bytes are not sound are not found. */
export async function findInBackup(
  folder: string,
  keys: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, FoundObject>> {
  const { objects } = await readManifest(folder);
  await verifyRows(paths.objectList(folder), objects, signal);
  const wanted = new Set(keys);
  const found = new Map<string, FoundObject>();
  for await (const object of listedObjects(folder)) {
    const { key, size } = object;
    if (!wanted.has(key) || !(await isSound(folder, object))) continue;
    found.set(key, { key, size, read: () => createReadStream(paths.object(folder, key)) });
  }
  return found;
}
