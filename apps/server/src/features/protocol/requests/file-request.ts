import type { RequestReason } from '@zavet/contract/protocol/protocol-values';
import type { RequestInput } from '@zavet/contract/protocol/request-endpoints';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/ids.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { withdrawPaymentJob } from '../../billing/payments/index.ts';
import { lockUsers, recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import { auditContact } from '../activation/activation-notices.ts';
import {
  type Activation,
  type ContactStateRow,
  findContactState,
  findOpenActivation,
  hasSomethingToDeliver,
  insertActivation,
} from '../activation/activation-repository.ts';
import { endActivation } from '../activation/end-activation.ts';
import {
  failIfStarted,
  failUnlessConfirmed,
  requiredPinHash,
} from '../activation/start-permission.ts';
import { activationAnnounced } from '../emails/announcement-mail.ts';
import { mailOwnerWithVetoLink } from '../emails/owner-mail.ts';
import { activationProgress } from '../emails/progress-mails.ts';
import { findLastRejection, insertPapers } from './papers-repository.ts';
import { reasonToAsk, retryAllowedFrom } from './request-rules.ts';

/**
 * Files a request of a confirmed contact for an approval by operators, and returns its id. The
 * owner is mailed immediately and can veto. A repeated call returns the id of the open or approved
 * request.
 */
export async function fileRequest(
  ctx: Context,
  { user_id }: Owner,
  input: RequestInput,
): Promise<string> {
  const { database, checkpoint } = ctx;
  const ids = {
    owner_id: input.deceased_user_id,
    contact_id: input.trusted_contact_id,
    initiator_id: user_id,
  };
  // Before the locks, so that strangers cannot lock an account.
  await failUnlessConfirmed(ctx, ids.owner_id, await findContactState(database, ids));
  const id = await database.transaction(async () => {
    await lockUsers(database, [ids.owner_id, user_id]);
    const contactState = await findContactState(database, ids);
    await failUnlessConfirmed(ctx, ids.owner_id, contactState);
    await failIfStarted(database, ids.owner_id);
    const open = await findOpenActivation(database, ids);
    if (open && isOpenRequest(open) && open.initiator_user_id === user_id) return open.id;
    const reason = await reasonOf(ctx, ids.contact_id, contactState);
    if (!(await hasSomethingToDeliver(database, ids.owner_id))) fail('nothing_to_deliver');
    if (open) await endFormerStart(ctx, open, user_id);
    const requestId = await saveRequest(ctx, ids, reason, input.explanation);
    checkpoint('request.before_commit');
    return requestId;
  });
  checkpoint('request.filed');
  return id;
}

interface StartIds {
  owner_id: string;
  contact_id: string;
  initiator_id: string;
}

function isOpenRequest({ status }: Activation): boolean {
  return status === 'requested' || status === 'approved';
}

async function reasonOf(
  ctx: Context,
  contactId: string,
  contactState: ContactStateRow | undefined,
): Promise<RequestReason> {
  const { database, clock } = ctx;
  const reason = reasonToAsk(ctx.config.activationMode, {
    is_approved: contactState?.is_approved ?? false,
    is_vetoed: contactState?.is_vetoed ?? false,
    asks_for_pin: requiredPinHash(contactState) !== null,
  });
  if (!reason) return fail('review_not_needed');
  const from = retryAllowedFrom(await findLastRejection(database, contactId), clock.now());
  if (from) fail('review_too_soon', { facts: { from } });
  return reason;
}

/** Ends the unpaid start of a contact who files a request. */
async function endFormerStart(ctx: Context, open: Activation, userId: string): Promise<void> {
  const isOwn = open.initiator_user_id === userId;
  await endActivation(ctx, open, 'given_up', isOwn ? 'given_up' : 'contact_removed');
  const { payment_id } = open;
  if (payment_id) await ctx.jobs.enqueue(withdrawPaymentJob, { payment_id });
}

async function saveRequest(
  ctx: Context,
  ids: StartIds,
  reason: RequestReason,
  explanation: string,
): Promise<string> {
  const { database, clock, jobs, vault, log } = ctx;
  const { owner_id, contact_id, initiator_id } = ids;
  const id = newId();
  const now = clock.now();
  await insertActivation(database, {
    id,
    deceased_user_id: owner_id,
    trusted_contact_id: contact_id,
    initiator_user_id: initiator_id,
    status: 'requested',
    request_reason: reason,
    created_at: now,
    updated_at: now,
  });
  const key = vault.newKey(id);
  const sealed = vault.open(id, key).seal(id, 'explanation', explanation);
  await insertPapers(database, { request_id: id, ...key, explanation: sealed, created_at: now });
  await recordSecurityEvent(database, owner_id, 'activation_requested', systemActor, now);
  await auditContact(ctx, 'request_filed', { owner_id, initiator_id, id }, { reason });
  await mailOwnerWithVetoLink(ctx, owner_id, activationAnnounced, {
    activation_id: id,
    stage: 'requested',
  });
  await enqueueMail({ jobs }, activationProgress, { activation_id: id, step: 'received' });
  log.info({ code: 'activation_requested', activation_id: id, reason }, 'request filed');
  return id;
}
