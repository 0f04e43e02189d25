import type { ApprovalBasis, RejectionReason } from '@zavet/contract/protocol/request-values';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { orderMail } from '../../../platform/mail/order-mail.ts';
import { recordSecurityEvent, systemActor } from '../../account/public.ts';
import { refuseInvolvedOperator } from '../../operators/public.ts';
import { findStandingOf, moveActivation } from '../activation/activation-repository.ts';
import { isConfirmedContact } from '../activation/activation-rules.ts';
import { nextActivationStatus } from '../activation/activation-status-rules.ts';
import { auditRelease } from '../activation/audit-release.ts';
import { failIfStarted } from '../activation/examine-start.ts';
import { activationAttemptEnded } from '../emails/activation-mails.ts';
import { mailOwner } from '../emails/owner-mail.ts';
import { requestRejected } from '../emails/request-mails.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import { approve } from '../stop/approve-contact.ts';
import { findRequest, lockUndecided, type Request } from './find-request.ts';
import { keyOfRequest } from './open-papers.ts';
import { saveNote } from './paper-repository.ts';

/** An operator has seen the documents: the contact may go on to the payment. */
export async function approveRequest(
  deps: ProtocolDeps,
  operator: Owner,
  id: string,
  { basis, note }: { basis: ApprovalBasis; note: string },
): Promise<void> {
  const { database, checkpoint } = deps;
  await database.transaction(async () => {
    const request = await lockForDecision(deps, operator, id);
    const { deceased_user_id: owner_id, trusted_contact_id: contact_id } = request;
    await failIfStarted(database, owner_id);
    // Who asked has left the owner, or the account: nobody could go on.
    const isThere = isConfirmedContact(await findStandingOf(database, request));
    if (!isThere || contact_id === null) return fail('review_closed');
    await writeNote(deps, id, note);
    const actor = { kind: 'operator', id: operator.user_id } as const;
    await approve(deps, { owner_id, contact_id, request, basis, actor });
    checkpoint('decision.before_commit');
  });
  checkpoint('decision.made');
}

/** An operator says no. The contact is told why, and the owner that it came to nothing. */
export function rejectRequest(
  deps: ProtocolDeps,
  operator: Owner,
  id: string,
  { reason, note }: { reason: RejectionReason; note: string },
): Promise<void> {
  const { database, clock, jobs } = deps;
  return database.transaction(async () => {
    const request = await lockForDecision(deps, operator, id);
    const { deceased_user_id: owner_id } = request;
    const next = nextActivationStatus(request.status, 'rejected');
    if (next !== 'rejected') throw new Error('Something was turned down that nobody asks for.');
    const now = clock.now();
    await moveActivation(database, request, next, now, { decided_at: now, rejection: reason });
    await writeNote(deps, id, note);
    await recordSecurityEvent(database, owner_id, 'activation_attempt_ended', systemActor, now);
    const actor = { kind: 'operator', id: operator.user_id } as const;
    await auditRelease(deps, 'request_rejected', request, { actor, facts: { reason } });
    await mailOwner(deps, owner_id, activationAttemptEnded, { activation_id: id });
    await orderMail({ jobs }, requestRejected, { activation_id: id });
  });
}

/** Of two concurrent decisions the second finds `review_closed`. */
async function lockForDecision(deps: ProtocolDeps, operator: Owner, id: string): Promise<Request> {
  const found = await findRequest(deps, id);
  if (!found) return fail('not_found');
  const request = await lockUndecided(deps, found);
  await refuseInvolvedOperator(deps, operator, request.deceased_user_id);
  // A contact who was removed since is not among the owner's contacts, but still filed it.
  if (request.initiator_user_id === operator.user_id) fail('operator_involved');
  return request;
}

async function writeNote(deps: ProtocolDeps, requestId: string, note: string): Promise<void> {
  const key = note === '' ? undefined : await keyOfRequest(deps, requestId);
  if (key) await saveNote(deps.database, requestId, key.seal(requestId, 'note', note));
}
