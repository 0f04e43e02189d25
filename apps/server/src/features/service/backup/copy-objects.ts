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
  /** Where bytes may lie already. */
  former: PreviousBackup | undefined;
}

export interface CopiedObject {
  object: BackupObject;
  /** Its bytes were read from the store; otherwise a former backup had them. */
  isCopied: boolean;
}

/**
 * Keeps the object of every file in the snapshot, sealed as it is, in the order of their keys. An
 * object never changes under its key, so only those are read that no former backup has; that the
 * store still holds the others is seen from its list.
 */
export async function* copyObjects(
  { snapshot, store, former }: BackupSource,
  folder: string,
  signal: AbortSignal,
): AsyncGenerator<CopiedObject[]> {
  const stored = createSortedCursor(listFiles(store));
  try {
    for await (const files of streamStoredFiles(snapshot)) {
      const known: FileToCopy[] = [];
      for (const file of files) {
        const object = await former?.find(file.key);
        const facts = object && (await stored.find(file.key));
        known.push({ file, object, facts });
      }
      yield await mapConcurrently(known, async (one) => {
        signal.throwIfAborted();
        const path = paths.object(folder, one.file.key);
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        const object = former && (await shareObject(store, former, one, path));
        if (object) return { object, isCopied: false };
        return { object: await copyObject(store, path, one.file, signal), isCopied: true };
      });
    }
  } finally {
    await stored.close();
  }
}

interface FileToCopy {
  file: StoredFile;
  /** As a former backup has it. */
  object: BackupObject | undefined;
  /** As the store lists it. */
  facts: ObjectFacts | undefined;
}

/** Everything that files of the snapshot may lie under, in the order of the keys. */
async function* listFiles(store: ObjectStore) {
  for (const prefix of ['files/', 'requests/']) yield* store.list(prefix);
}

async function shareObject(
  store: ObjectStore,
  former: PreviousBackup,
  { file, object, facts }: FileToCopy,
  path: string,
): Promise<BackupObject | undefined> {
  if (!object || object.size !== sealedSize(file.size_bytes)) return undefined;
  // What a list does not show yet may be there all the same.
  const inStore = facts ?? (await store.head(object.key));
  if (inStore?.size !== object.size) return undefined;
  if (!(await former.share(object, path))) return undefined;
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
