import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import { operatorActor } from '../../identity/operators/index.ts';
import { listUninvolvedOperators } from '../../people/involvement/index.ts';
import { auditRelease } from '../activation/activation-notices.ts';
import { activationAnnounced } from '../emails/announcement-mail.ts';
import { mailOwnerWithVetoLink } from '../emails/owner-mail.ts';
import { approve, failUnlessApprovable, lockForDecision, replaceNote } from './decide-request.ts';
import type { Request } from './open-request.ts';
import { listDocuments } from './papers-repository.ts';
import {
  areSameDocuments,
  type CertificateStep,
  nextCertificateStep,
  type Proposal,
} from './request-rules.ts';
import { saveProposal } from './review-repository.ts';

interface SeenDocuments {
  document_ids: readonly string[];
  note: string;
}

/**
 * First step of an approval: an operator has seen a death certificate. Mails the owner a link that
 * vetoes the request. The approval takes effect only after the second step.
 */
export function proposeCertificate(
  ctx: Context,
  operator: Owner,
  id: string,
  { document_ids, note }: SeenDocuments,
): Promise<void> {
  const { database, clock } = ctx;
  return database.transaction(async () => {
    const request = await lockForDecision(ctx, operator, id);
    await failUnlessApprovable(ctx, request);
    const step = await certificateStepOf(ctx, operator, request);
    if (step.kind !== 'propose') fail('certificate_already_proposed');
    await failUnlessDocumentsSeen(ctx, request, document_ids);
    await replaceNote(ctx, id, note);
    const now = clock.now();
    await saveProposal(database, request, { by: operator.user_id, at: now });
    const { deceased_user_id: owner_id } = request;
    await recordSecurityEvent(database, owner_id, 'certificate_proposed', systemActor, now);
    await auditRelease(ctx, 'certificate_proposed', request, {
      actor: operatorActor(operator),
      facts: { documents: document_ids.length },
    });
    await mailOwnerWithVetoLink(ctx, owner_id, activationAnnounced, {
      activation_id: id,
      stage: 'certificate',
    });
  });
}

/**
 * Second step of an approval: by another operator, or a day later by the same one if there is no
 * other.
 */
export async function approveByCertificate(
  ctx: Context,
  operator: Owner,
  id: string,
  { document_ids, note }: SeenDocuments,
): Promise<void> {
  const { database, checkpoint } = ctx;
  await database.transaction(async () => {
    const request = await lockForDecision(ctx, operator, id);
    const contact_id = await failUnlessApprovable(ctx, request);
    const step = await certificateStepOf(ctx, operator, request);
    if (step.kind === 'propose') fail('certificate_not_proposed');
    if (step.kind === 'another_operator') fail('second_operator_required');
    if (step.kind === 'later') {
      fail('certificate_too_soon', { facts: { from: step.from } });
    }
    await failUnlessDocumentsSeen(ctx, request, document_ids);
    await replaceNote(ctx, id, note);
    await approve(ctx, {
      owner_id: request.deceased_user_id,
      contact_id,
      request,
      basis: 'death_certificate',
      actor: operatorActor(operator),
    });
    checkpoint('decision.before_commit');
  });
  checkpoint('decision.made');
}

export function withdrawCertificate(ctx: Context, operator: Owner, id: string): Promise<void> {
  return ctx.database.transaction(async () => {
    const request = await lockForDecision(ctx, operator, id);
    if (!proposalOf(request)) fail('certificate_not_proposed');
    await saveProposal(ctx.database, request, null);
    await auditRelease(ctx, 'certificate_withdrawn', request, { actor: operatorActor(operator) });
  });
}

/** Voids the proposal because the documents have changed. The request must be locked. */
export async function voidProposal(ctx: Context, request: Request): Promise<void> {
  if (!proposalOf(request)) return;
  await saveProposal(ctx.database, request, null);
  const { initiator_user_id: id } = request;
  await auditRelease(ctx, 'certificate_lapsed', request, {
    actor: id ? { kind: 'contact', id } : { kind: 'system' },
  });
}

export async function certificateStepOf(
  { database, clock }: Context,
  operator: Pick<Owner, 'user_id'>,
  request: Request,
): Promise<CertificateStep> {
  const { deceased_user_id, initiator_user_id } = request;
  const operators = await listUninvolvedOperators(database, deceased_user_id);
  return nextCertificateStep(
    proposalOf(request),
    operator.user_id,
    operators.filter((each) => each !== initiator_user_id),
    clock.now(),
  );
}

function proposalOf(request: Request): Proposal | null {
  const { certificate_proposed_by: by, certificate_proposed_at: at } = request;
  return by && at ? { by, at } : null;
}

async function failUnlessDocumentsSeen(
  { database }: Context,
  { id }: Request,
  seen: readonly string[],
): Promise<void> {
  const attached = (await listDocuments(database, id)).map((document) => document.id);
  if (attached.length === 0) fail('certificate_needs_document');
  if (!areSameDocuments(seen, attached)) fail('documents_changed');
}
