import { createLocalFolderStore } from './local-folder-store.ts';
import type { ObjectStore } from './object-store.ts';
import type { S3Settings } from './s3-client.ts';
import { createS3Store } from './s3-store.ts';

export type FileStorage = { kind: 'folder'; directory: string } | ({ kind: 's3' } & S3Settings);

const timeouts = { connectMs: 5_000, idleMs: 30_000 };

export function openFileStorage(settings: FileStorage): ObjectStore {
  if (settings.kind === 'folder') return createLocalFolderStore(settings.directory);
  return createS3Store(settings, timeouts);
}
