import { requestTerms } from '@zavet/contract/protocol/protocol-values';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { operatorActor } from '../../identity/operators/index.ts';
import { auditRelease } from '../activation/activation-notices.ts';
import { activationProgress } from '../emails/progress-mails.ts';
import { lockForDecision, lockForOperator } from './decide-request.ts';
import { keyOfRequest } from './open-request.ts';
import { saveQuestion } from './papers-repository.ts';
import { claimNextReview, deleteClaim, saveClaim } from './review-repository.ts';
import { viewingOf } from './reviews.ts';

/**
 * Claims a request for four hours, in which other operators cannot decide it. Fails if another
 * operator than `insteadOf`, the holder shown on the screen, has claimed the request.
 */
export function claimRequest(
  ctx: Context,
  operator: Owner,
  id: string,
  insteadOf: string | null,
): Promise<void> {
  return ctx.database.transaction(async () => {
    await lockForOperator(ctx, operator, id);
    const viewing = viewingOf(ctx, operator);
    const until = claimEnd(viewing.now);
    if (!(await saveClaim(ctx.database, id, viewing, until, insteadOf))) fail('review_claimed');
  });
}

/**
 * Claims the next request and returns its id; null if there is none. Concurrent calls get different
 * requests.
 */
export async function claimNextRequest(ctx: Context, operator: Owner): Promise<string | null> {
  const viewing = viewingOf(ctx, operator);
  return (await claimNextReview(ctx.database, viewing, claimEnd(viewing.now))) ?? null;
}

export function releaseRequest(
  { database }: Context,
  { user_id }: Owner,
  id: string,
): Promise<void> {
  return deleteClaim(database, id, user_id);
}

function claimEnd(now: Date): Date {
  return new Date(now.getTime() + requestTerms.claimedFor);
}

/**
 * Asks the contact by mail for a document and releases the claim; the request then awaits the
 * document.
 */
export function askForDocument(
  ctx: Context,
  operator: Owner,
  id: string,
  text: string,
): Promise<void> {
  const { database, clock } = ctx;
  return database.transaction(async () => {
    const request = await lockForDecision(ctx, operator, id);
    const key = await keyOfRequest(ctx, id);
    if (!key) return fail('review_closed');
    const now = clock.now();
    await saveQuestion(database, id, key.seal(id, 'asked_for', text), now);
    await deleteClaim(database, id, operator.user_id);
    await auditRelease(ctx, 'request_document_asked', request, { actor: operatorActor(operator) });
    const asked_at = now.toISOString();
    await enqueueMail(ctx, activationProgress, { activation_id: id, step: 'document', asked_at });
  });
}
