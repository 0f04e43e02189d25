import type { Remover } from '../../../platform/database/removal.ts';
import { deleteDeadUploads, deleteEndedPapers } from './paper-repository.ts';
import { papersEndedBefore } from './request-rules.ts';

/**
 * Removes explanation, note, documents and key of requests that ended long enough ago, and places of
 * uploads that died. One batch, in the caller's transaction.
 */
export const removeOldPapers: Remover = async ({ database }, now, limit) => ({
  dead_uploads: await deleteDeadUploads(database, limit),
  ...(await deleteEndedPapers(database, papersEndedBefore(now), limit)),
});
