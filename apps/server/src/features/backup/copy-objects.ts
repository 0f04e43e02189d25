import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Rows } from '../../platform/database/database.ts';
import { isSealedSize, sealedSize } from '../../platform/encryption/sealed-stream.ts';
import { ObjectMissing, type ObjectStore } from '../../platform/file-storage/object-store.ts';
import { type BackupObject, paths } from './backup-folder.ts';
import { BackupRefused } from './backup-refused.ts';
import { type StoredFile, storedFilesInParts } from './backup-repository.ts';
import { observing } from './row-files.ts';
import { allInSlots } from './slots-of-work.ts';

/** Copies the object of every file in the snapshot, sealed as it is, and lists what it copied. */
export async function* copyObjects(
  snapshot: Rows,
  store: ObjectStore,
  folder: string,
  signal: AbortSignal,
): AsyncGenerator<BackupObject[]> {
  for await (const files of storedFilesInParts(snapshot)) {
    yield await allInSlots(files, (file) => copyObject(store, folder, file, signal));
  }
}

async function copyObject(
  store: ObjectStore,
  folder: string,
  { id, user_id, object_key: key, size_bytes }: StoredFile,
  signal: AbortSignal,
): Promise<BackupObject> {
  const bytes = await openObject(store, id, key);
  const path = paths.object(folder, key);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let size = 0;
  const watch = observing({
    update: (chunk) => {
      hash.update(chunk);
      size += chunk.length;
    },
  });
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(bytes, watch, file, { signal });
  if (!isSealedSize(size, size_bytes)) {
    const expected = sealedSize(size_bytes);
    throw new BackupRefused(
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
    throw new BackupRefused(
      `The object of file ${fileId} is missing from the object store; no backup was made.`,
    );
  }
}
