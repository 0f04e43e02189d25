import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { removeObjectsJob } from '../../vault/instructions/index.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import { lapseProposal } from './certificate.ts';
import { deleteDocument } from './document-repository.ts';
import { findOwnRequest, lockUndecided } from './find-request.ts';

/** The contact takes a document out again, until somebody has decided. */
export async function removeDocument(
  deps: ProtocolDeps,
  { user_id }: Owner,
  requestId: string,
  documentId: string,
): Promise<void> {
  const { database, jobs } = deps;
  const request = await findOwnRequest(deps, user_id, requestId);
  await database.transaction(async () => {
    const locked = await lockUndecided(deps, request);
    if (!(await deleteDocument(database, requestId, documentId))) fail('not_found');
    await lapseProposal(deps, locked);
    await jobs.enqueue(removeObjectsJob, {});
  });
}
