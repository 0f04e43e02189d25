import type { RequestView } from '@zavet/contract/protocol/request-endpoints';
import type { Context } from '../../../context.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { findOwnRequest } from './find-request.ts';
import { openPapers } from './open-papers.ts';
import { promisedAnswerAt } from './request-rules.ts';

/** A request for the contact who filed it. */
export async function readRequest(
  ctx: Context,
  { user_id }: Owner,
  id: string,
): Promise<RequestView> {
  const request = await findOwnRequest(ctx, user_id, id);
  const papers = await openPapers(ctx, id);
  return {
    id,
    status: request.status,
    reason: request.request_reason,
    filed_at: request.created_at,
    answer_by:
      promisedAnswerAt({ ...request, filed_at: request.created_at }, ctx.clock.now()) ?? null,
    decided_at: request.decided_at,
    rejection: request.rejection,
    ...papers,
    // A note of a first step is for the contact only once an operator has decided.
    note: request.decided_at && request.rejection !== 'owner_answered' ? papers.note : null,
  };
}
