import { createLocalFolderStore } from '../platform/file-storage/local-folder-store.ts';
import type { ObjectStore } from '../platform/file-storage/object-store.ts';
import { createS3Store } from '../platform/file-storage/s3-store.ts';
import type { Configuration } from './configuration.ts';

export function openFileStorage({ fileStorage }: Configuration): ObjectStore {
  return fileStorage.kind === 's3'
    ? createS3Store(fileStorage)
    : createLocalFolderStore(fileStorage.directory);
}
