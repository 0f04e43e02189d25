import type { Clock } from '../clock.ts';

/**
 * How a disk, a quota or a bucket without room says so: the file system, PostgreSQL (which passes
 * the file system's word on as a state of its own), and S3 services by the name of the error.
 */
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

/** Whether an error means that there is no room left. The one that says so may be wrapped. */
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

/** Remembers for a while that something could not be written for lack of room. */
export interface StorageWatch {
  see(error: unknown): void;
  wasRecentlyFull(): boolean;
}

/** Nobody tells us that room was made, so what was seen is forgotten after this. */
const rememberedMs = 10 * 60 * 1000;

export function createStorageWatch(clock: Clock): StorageWatch {
  let seenAt: number | undefined;
  return {
    see: (error) => {
      if (isStorageFull(error)) seenAt = clock.now().getTime();
    },
    wasRecentlyFull: () => seenAt !== undefined && clock.now().getTime() - seenAt < rememberedMs,
  };
}
