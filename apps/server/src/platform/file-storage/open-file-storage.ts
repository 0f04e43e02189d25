import type { Configuration } from '../../config/configuration.ts';
import { createLocalFolderStore } from './local-folder-store.ts';
import type { ObjectStore } from './object-store.ts';
import { createS3Store } from './s3-store.ts';

const connectMs = 5_000;

export function openFileStorage({ fileStorage }: Configuration): ObjectStore {
  if (fileStorage.kind === 'folder') return createLocalFolderStore(fileStorage.directory);
  const idleMs = fileStorage.timeoutSeconds * 1_000;
  return createS3Store(fileStorage, { connectMs: Math.min(connectMs, idleMs), idleMs });
}
