import type { ApprovalBasis } from '@zavet/contract/protocol/protocol-values';
import type { Context } from '../../../context.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { lockUser, recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import { type AuditEntry, appendAudit } from '../../identity/audit/index.ts';
import {
  type Activation,
  findOpenActivation,
  lockActivation,
  moveActivation,
} from '../activation/activation-repository.ts';
import { nextActivationStatus } from '../activation/activation-status-rules.ts';
import { lockPinTries, savePinTries } from '../activation/pin-repository.ts';
import { afterRightPin } from '../activation/pin-rules.ts';
import { mailOwner } from '../emails/owner-mail.ts';
import { contactApproved, contactApprovedForOwner } from '../emails/request-mails.ts';
import { findOwnerOfContact } from '../people-repository.ts';
import { markApproved } from './standing-repository.ts';

type ApprovalDeps = Pick<Context, 'database' | 'clock' | 'jobs'>;

/**
 * An administrator has seen documents of a contact; a request of theirs is approved by that. False
 * when there is no such confirmed contact.
 */
export function approveContact(ctx: ApprovalDeps, contactId: string): Promise<boolean> {
  const { database } = ctx;
  return database.transaction(async () => {
    const ownerId = await findOwnerOfContact(database, contactId);
    if (!ownerId) return false;
    await lockUser(database, ownerId);
    if ((await findOwnerOfContact(database, contactId)) !== ownerId) return false;
    const open = await findOpenActivation(database, { owner_id: ownerId, contact_id: contactId });
    const locked = open?.status === 'requested' && (await lockActivation(database, open.id));
    await approve(ctx, {
      owner_id: ownerId,
      contact_id: contactId,
      request: locked || undefined,
      basis: 'other',
      actor: { kind: 'command' },
    });
    return true;
  });
}

export interface Approval {
  owner_id: string;
  contact_id: string;
  /** The request that it answers, held. */
  request: Activation | undefined;
  basis: ApprovalBasis;
  actor: AuditEntry['actor'];
}

/**
 * A former stop is lifted, and no PIN is asked for. The owner's rules hold as before: whom it
 * concerns is warned, and letters wait. The owner must be locked.
 */
export async function approve(
  ctx: ApprovalDeps,
  { owner_id, contact_id, request, basis, actor }: Approval,
): Promise<void> {
  const { database, clock, jobs } = ctx;
  const now = clock.now();
  if (await lockPinTries(database, contact_id)) {
    await savePinTries(database, contact_id, afterRightPin);
  }
  await markApproved(database, contact_id, basis, now);
  if (request) await moveOn(ctx, request, basis, actor, now);
  await recordSecurityEvent(database, owner_id, 'contact_approved', systemActor, now);
  await appendAudit(ctx, {
    actor,
    act: request ? 'request_approved' : 'contact_approved',
    owner_id,
    subject_id: request?.id ?? contact_id,
    facts: { basis },
  });
  await mailOwner(ctx, owner_id, contactApprovedForOwner, {
    contact_id,
    ...(request && { activation_id: request.id }),
  });
  await enqueueMail({ jobs }, contactApproved, { contact_id });
}

async function moveOn(
  { database }: ApprovalDeps,
  request: Activation,
  basis: ApprovalBasis,
  actor: Approval['actor'],
  now: Date,
): Promise<void> {
  const next = nextActivationStatus(request.status, 'approved');
  if (next !== 'approved') throw new Error('Something was approved that nobody asks for.');
  const decision = {
    decided_at: now,
    approval_basis: basis,
    ...(basis === 'death_certificate' &&
      actor.kind === 'operator' && { certificate_approved_by: actor.id }),
  };
  await moveActivation(database, request, next, now, decision);
}
