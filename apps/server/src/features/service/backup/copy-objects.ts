import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Rows } from '../../../platform/database/database.ts';
import { sealedSize } from '../../../platform/encryption/sealed-stream.ts';
import {
  type ObjectFacts,
  ObjectMissing,
  type ObjectStore,
} from '../../../platform/file-storage/object-store.ts';
import { createSortedCursor } from '../../../platform/file-storage/sorted-cursor.ts';
import { CommandRefused } from '../../../platform/process.ts';
import { type BackupObject, hashingStream, paths } from './backup-folder.ts';
import { mapConcurrently } from './backup-objects.ts';
import { type StoredFile, streamStoredFiles } from './backup-repository.ts';
import type { PreviousBackup } from './previous-backups.ts';

export interface BackupSource {
  snapshot: Rows;
  store: ObjectStore;
  previous: PreviousBackup | undefined;
}

export interface CopiedObject {
  object: BackupObject;
  /** Copied from the store; otherwise shared with the previous backup. */
  isCopied: boolean;
}

/**
 * Backs up the sealed objects of the snapshot, sorted by key. Objects are immutable, so objects of the
 * previous backup are shared if the store still lists them.
 */
export async function* copyObjects(
  { snapshot, store, previous }: BackupSource,
  folder: string,
  signal: AbortSignal,
): AsyncGenerator<CopiedObject[]> {
  const stored = createSortedCursor(listFiles(store));
  try {
    for await (const batch of streamStoredFiles(snapshot)) {
      const files: FileToCopy[] = [];
      for (const file of batch) {
        const object = await previous?.find(file.key);
        const facts = object && (await stored.find(file.key));
        files.push({ file, object, facts });
      }
      yield await mapConcurrently(files, async (file) => {
        signal.throwIfAborted();
        const path = paths.object(folder, file.file.key);
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        const object = previous && (await shareObject(store, previous, file, path));
        if (object) return { object, isCopied: false };
        return { object: await copyObject(store, path, file.file, signal), isCopied: true };
      });
    }
  } finally {
    await stored.close();
  }
}

interface FileToCopy {
  file: StoredFile;
  /** In the previous backup. */
  object: BackupObject | undefined;
  /** In the list of the store. */
  facts: ObjectFacts | undefined;
}

async function* listFiles(store: ObjectStore) {
  for (const prefix of ['files/', 'requests/']) yield* store.list(prefix);
}

async function shareObject(
  store: ObjectStore,
  previous: PreviousBackup,
  { file, object, facts }: FileToCopy,
  path: string,
): Promise<BackupObject | undefined> {
  if (!object || object.size !== sealedSize(file.size_bytes)) return undefined;
  // Lists may be stale.
  const inStore = facts ?? (await store.head(object.key));
  if (inStore?.size !== object.size) return undefined;
  if (!(await previous.share(object, path))) return undefined;
  return { ...object, file_id: file.id, user_id: file.user_id };
}

async function copyObject(
  store: ObjectStore,
  path: string,
  { id, user_id, key, size_bytes }: StoredFile,
  signal: AbortSignal,
): Promise<BackupObject> {
  const bytes = await openObject(store, id, key);
  const hash = createHash('sha256');
  let size = 0;
  const watch = hashingStream({
    update: (chunk) => {
      hash.update(chunk);
      size += chunk.length;
    },
  });
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(bytes, watch, file, { signal });
  if (size !== sealedSize(size_bytes)) {
    const expected = sealedSize(size_bytes);
    throw new CommandRefused(
      `The object of file ${id} has ${size} bytes instead of ${expected}; no backup was made.`,
    );
  }
  return { file_id: id, user_id, key, size, sha256: hash.digest('hex') };
}

async function openObject(store: ObjectStore, fileId: string, key: string): Promise<Readable> {
  try {
    return await store.get(key);
  } catch (error) {
    if (!(error instanceof ObjectMissing)) throw error;
    throw new CommandRefused(
      `The object of file ${fileId} is missing from the object store; no backup was made.`,
    );
  }
}
