import type {
  ApprovalBasis,
  RejectionReason,
  SingleStepBasis,
} from '@zavet/contract/protocol/protocol-values';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import { type AuditEntry, appendAudit } from '../../identity/audit/index.ts';
import { operatorActor } from '../../identity/operators/index.ts';
import { refuseInvolvedOperator } from '../../people/involvement/index.ts';
import { auditRelease } from '../activation/activation-notices.ts';
import {
  type Activation,
  findContactStateOf,
  moveActivation,
} from '../activation/activation-repository.ts';
import { isConfirmedContact, nextActivationStatus } from '../activation/activation-rules.ts';
import { lockPinTries, markApproved, savePinTries } from '../activation/contact-veto-repository.ts';
import { failIfStarted } from '../activation/start-permission.ts';
import { noWrongTries } from '../activation/start-rules.ts';
import { activationAnnounced } from '../emails/announcement-mail.ts';
import { activationAttemptEnded } from '../emails/end-mails.ts';
import { mailOwner } from '../emails/owner-mail.ts';
import { activationProgress } from '../emails/progress-mails.ts';
import { findRequest, keyOfRequest, lockUndecided, type Request } from './open-request.ts';
import { saveNote } from './papers-repository.ts';

/** Approves in one step; an approval by death certificate takes two (`certificate.ts`). */
export async function approveRequest(
  ctx: Context,
  operator: Owner,
  id: string,
  { basis, note }: { basis: SingleStepBasis; note: string },
): Promise<void> {
  const { database, checkpoint } = ctx;
  await database.transaction(async () => {
    const request = await lockForDecision(ctx, operator, id);
    const contact_id = await failUnlessApprovable(ctx, request);
    await replaceNote(ctx, id, note);
    const { deceased_user_id: owner_id } = request;
    await approve(ctx, { owner_id, contact_id, request, basis, actor: operatorActor(operator) });
    checkpoint('decision.before_commit');
  });
  checkpoint('decision.made');
}

/**
 * Rejects a request, mails the reason to the contact and notifies the owner that the request has
 * ended.
 */
export function rejectRequest(
  ctx: Context,
  operator: Owner,
  id: string,
  { reason, note }: { reason: RejectionReason; note: string },
): Promise<void> {
  const { database, clock, jobs } = ctx;
  return database.transaction(async () => {
    const request = await lockForDecision(ctx, operator, id);
    const { deceased_user_id: owner_id } = request;
    const next = nextActivationStatus(request.status, 'rejected');
    if (next !== 'rejected') throw new Error('Only an undecided request can be rejected.');
    const now = clock.now();
    await moveActivation(database, request, next, now, { decided_at: now, rejection: reason });
    await replaceNote(ctx, id, note);
    await recordSecurityEvent(database, owner_id, 'activation_attempt_ended', systemActor, now);
    const actor = operatorActor(operator);
    await auditRelease(ctx, 'request_rejected', request, { actor, facts: { reason } });
    await mailOwner(ctx, owner_id, activationAttemptEnded, { activation_id: id });
    await enqueueMail({ jobs }, activationProgress, { activation_id: id, step: 'rejected' });
  });
}

/**
 * Returns the contact's id; fails if the protocol has started or the contact is no longer
 * confirmed. The request must be locked.
 */
export async function failUnlessApprovable(
  { database }: Context,
  request: Request,
): Promise<string> {
  await failIfStarted(database, request.deceased_user_id);
  // The contact may have left the owner or closed the account meanwhile.
  const isStillContact = isConfirmedContact(await findContactStateOf(database, request));
  const { trusted_contact_id } = request;
  return isStillContact && trusted_contact_id !== null ? trusted_contact_id : fail('review_closed');
}

/** Like `lockForOperator`, but also fails while another operator holds a claim on the request. */
export async function lockForDecision(ctx: Context, operator: Owner, id: string): Promise<Request> {
  const request = await lockForOperator(ctx, operator, id);
  const { claimed_by, claimed_until } = request;
  const isClaimed = claimed_until !== null && claimed_until > ctx.clock.now();
  if (isClaimed && claimed_by !== operator.user_id) fail('review_claimed');
  return request;
}

/** Locks an undecided request, so that concurrent acts of operators run one after another. */
export async function lockForOperator(ctx: Context, operator: Owner, id: string): Promise<Request> {
  const found = await findRequest(ctx, id);
  if (!found) return fail('not_found');
  const request = await lockUndecided(ctx, found);
  await refuseInvolvedOperator(ctx, operator, request.deceased_user_id);
  // Also refuses an initiator who is no longer a contact of the owner.
  if (request.initiator_user_id === operator.user_id) fail('operator_involved');
  return request;
}

/** Replaces the note of an earlier step; an empty note removes it. */
export async function replaceNote(ctx: Context, requestId: string, note: string): Promise<void> {
  const key = await keyOfRequest(ctx, requestId);
  if (!key) return;
  await saveNote(ctx.database, requestId, note === '' ? null : key.seal(requestId, 'note', note));
}

interface Approval {
  owner_id: string;
  contact_id: string;
  /** The request must be locked. */
  request: Activation;
  basis: ApprovalBasis;
  actor: AuditEntry['actor'];
}

/**
 * Approves the contact, which lifts the block of a veto and waives the PIN. The owner's other
 * settings still apply. The owner must be locked.
 */
export async function approve(
  ctx: Context,
  { owner_id, contact_id, request, basis, actor }: Approval,
): Promise<void> {
  const { database, clock } = ctx;
  const now = clock.now();
  if (await lockPinTries(database, contact_id)) {
    await savePinTries(database, contact_id, noWrongTries);
  }
  await markApproved(database, contact_id, basis, now);
  await moveToApproved(ctx, request, basis, actor, now);
  await recordSecurityEvent(database, owner_id, 'contact_approved', systemActor, now);
  await appendAudit(ctx, {
    actor,
    act: 'request_approved',
    owner_id,
    subject_id: request.id,
    facts: { basis },
  });
  await mailOwner(ctx, owner_id, activationAnnounced, {
    stage: 'approved',
    activation_id: request.id,
  });
  await enqueueMail(ctx, activationProgress, { contact_id, step: 'approved' });
}

async function moveToApproved(
  { database }: Context,
  request: Activation,
  basis: ApprovalBasis,
  actor: Approval['actor'],
  now: Date,
): Promise<void> {
  const next = nextActivationStatus(request.status, 'approved');
  if (next !== 'approved') throw new Error('Only an undecided request can be approved.');
  const decision = {
    decided_at: now,
    approval_basis: basis,
    ...(basis === 'death_certificate' &&
      actor.kind === 'operator' && { certificate_approved_by: actor.id }),
  };
  await moveActivation(database, request, next, now, decision);
}
