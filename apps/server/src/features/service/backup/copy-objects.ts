import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Queryable } from '../../../platform/database/database.ts';
import { sealedSize } from '../../../platform/encryption/sealed-stream.ts';
import {
  type ObjectMetadata,
  ObjectMissing,
  type ObjectStore,
} from '../../../platform/file-storage/object-store.ts';
import { createSortedCursor } from '../../../platform/file-storage/sorted-cursor.ts';
import { type BackupObject, hashingStream, paths } from './backup-folder.ts';
import { mapConcurrently } from './backup-objects.ts';
import { type StoredFile, streamStoredFiles } from './backup-repository.ts';
import type { PreviousBackup } from './previous-backups.ts';

export interface BackupSource {
  snapshot: Queryable;
  store: ObjectStore;
  previous: PreviousBackup | undefined;
  /** Reads every object from the store, even if the previous backup has it. */
  isFull: boolean;
}

export interface CopiedObject {
  file: StoredFile;
  /** Undefined if neither the store nor the previous backup has the object. */
  object: BackupObject | undefined;
  /** Copied from the store; otherwise shared with the previous backup. */
  isCopied: boolean;
  /** Missing or of a wrong size in the store. */
  isLost: boolean;
}

/**
 * Backs up the sealed objects of the snapshot, sorted by key. Objects are immutable, so those in
 * the previous backup are shared with it if the store still has them, or has lost them.
 */
export async function* copyObjects(
  { snapshot, store, previous, isFull }: BackupSource,
  folder: string,
  signal: AbortSignal,
): AsyncGenerator<CopiedObject[]> {
  const listed = createSortedCursor(listFiles(store));
  try {
    for await (const batch of streamStoredFiles(snapshot)) {
      const files: FileToCopy[] = [];
      for (const file of batch) {
        const former = await previous?.find(file.key);
        const facts = former && !isFull ? await listed.find(file.key) : undefined;
        files.push({ file, former, facts });
      }
      yield await mapConcurrently(files, async ({ file, former, facts }) => {
        signal.throwIfAborted();
        const path = paths.object(folder, file.key);
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        const share = () => previous && shareObject(previous, former, file, path);
        // An object may be missing from the listing, which can be outdated.
        const hasStored = async () => hasSize(facts ?? (await store.head(file.key)), file);
        if (former && !isFull && (await hasStored())) {
          const object = await share();
          if (object) return { file, object, isCopied: false, isLost: false };
        }
        const object = await copyObject(store, path, file, signal);
        if (object) return { file, object, isCopied: true, isLost: false };
        return { file, object: await share(), isCopied: false, isLost: true };
      });
    }
  } finally {
    await listed.close();
  }
}

interface FileToCopy {
  file: StoredFile;
  /** Entry in the previous backup. */
  former: BackupObject | undefined;
  /** Entry in the listing of the store. */
  facts: ObjectMetadata | undefined;
}

async function* listFiles(store: ObjectStore) {
  for (const prefix of ['files/', 'requests/']) yield* store.list(prefix);
}

function hasSize(found: { size: number } | undefined, { size_bytes }: StoredFile): boolean {
  return found?.size === sealedSize(size_bytes);
}

async function shareObject(
  previous: PreviousBackup,
  former: BackupObject | undefined,
  file: StoredFile,
  path: string,
): Promise<BackupObject | undefined> {
  if (!former || !hasSize(former, file) || !(await previous.share(former, path))) return undefined;
  return { ...former, file_id: file.id, user_id: file.user_id };
}

/** Copies an object; returns undefined if it is missing or has a wrong size. */
async function copyObject(
  store: ObjectStore,
  path: string,
  file: StoredFile,
  signal: AbortSignal,
): Promise<BackupObject | undefined> {
  const { id, user_id, key } = file;
  const bytes = await openObject(store, key);
  if (!bytes) return undefined;
  const hash = createHash('sha256');
  let size = 0;
  const watch = hashingStream({
    update: (chunk) => {
      hash.update(chunk);
      size += chunk.length;
    },
  });
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(bytes, watch, target, { signal });
  if (hasSize({ size }, file)) {
    return { file_id: id, user_id, key, size, sha256: hash.digest('hex') };
  }
  await unlink(path);
  return undefined;
}

async function openObject(store: ObjectStore, key: string): Promise<Readable | undefined> {
  try {
    return await store.get(key);
  } catch (error) {
    if (error instanceof ObjectMissing) return undefined;
    throw error;
  }
}
