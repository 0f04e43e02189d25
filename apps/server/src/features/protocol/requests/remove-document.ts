import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { removeObjectsJob } from '../../vault/instructions/index.ts';
import { voidProposal } from './certificate.ts';
import { deleteDocument } from './document-repository.ts';
import { findOwnRequest, lockUndecided } from './find-request.ts';

/** The contact takes a document out again, until somebody has decided. */
export async function removeDocument(
  ctx: Context,
  { user_id }: Owner,
  requestId: string,
  documentId: string,
): Promise<void> {
  const { database, jobs } = ctx;
  const request = await findOwnRequest(ctx, user_id, requestId);
  await database.transaction(async () => {
    const locked = await lockUndecided(ctx, request);
    if (!(await deleteDocument(database, requestId, documentId))) fail('not_found');
    await voidProposal(ctx, locked);
    await jobs.enqueue(removeObjectsJob, {});
  });
}
