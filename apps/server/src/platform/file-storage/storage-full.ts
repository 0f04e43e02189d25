import type { Clock } from '../clock.ts';

/** Codes of the file system and PostgreSQL; S3 services use error names. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', '53100']);
const fullNames = new Set([
  'InsufficientStorage',
  'InsufficientCapacity',
  'QuotaExceeded',
  'StorageFull',
  'XMinioStorageFull',
  'XMinioAdminBucketQuotaExceeded',
]);
const insufficientStorage = 507;

/** True if the error or one of its causes means that the storage is full. */
export function isStorageFull(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code, $metadata } = current as {
      code?: unknown;
      $metadata?: { httpStatusCode?: number };
    };
    if (fullCodes.has(String(code)) || fullNames.has(current.name)) return true;
    if ($metadata?.httpStatusCode === insufficientStorage) return true;
  }
  return false;
}

/** Remembers recent failures caused by a full disk, quota or bucket. */
export interface StorageWatch {
  record(error: unknown): void;
  wasRecentlyFull(): boolean;
}

/** There is no event when space becomes free, so failures expire. */
const rememberedMs = 10 * 60 * 1000;

export function createStorageWatch(clock: Clock): StorageWatch {
  let seenAt: number | undefined;
  return {
    record: (error) => {
      if (isStorageFull(error)) seenAt = clock.now().getTime();
    },
    wasRecentlyFull: () => seenAt !== undefined && clock.now().getTime() - seenAt < rememberedMs,
  };
}
