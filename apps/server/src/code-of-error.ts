import type { ErrorCode } from '@zavet/contract/errors';
import { isDatabaseUnavailable } from './platform/database/database-unavailable.ts';
import { brokenReference } from './platform/database/sql-state.ts';
import { MasterKeyInvalid } from './platform/encryption/key-ring-text.ts';
import { SealBroken } from './platform/encryption/sealed-text.ts';
import { ServiceKeyClosed } from './platform/encryption/service-key.ts';
import { ObjectMissing, ObjectStoreUnavailable } from './platform/file-storage/object-store.ts';
import { isQueueClosed } from './platform/jobs/job-queue.ts';
import { isStorageFull } from './platform/storage-full.ts';

/** Content that is there and does not open: changed, moved, lost, or closed with a key that is away. */
const unreadable = [SealBroken, ObjectMissing, MasterKeyInvalid];

/** What an error of the platform means to the caller. */
export function codeOfError(error: unknown): ErrorCode | undefined {
  if (isStorageFull(error)) return 'storage_full';
  if (error instanceof ObjectStoreUnavailable) return 'file_storage_unavailable';
  // The account was deleted while something of it was being written: there is nobody signed in.
  if (/_user_id_users_id_fk$/.test(brokenReference(error) ?? '')) return 'session_missing';
  if (unreadable.some((kind) => error instanceof kind)) return 'content_unreadable';
  // Keys and queue are opened once the database has been reached.
  const isClosed = error instanceof ServiceKeyClosed || isQueueClosed(error);
  return isClosed || isDatabaseUnavailable(error) ? 'database_unavailable' : undefined;
}
