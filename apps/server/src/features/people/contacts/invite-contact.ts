import type { InvitationResult } from '@zavet/contract/people/contact-endpoints';
import type { InvitationMailState } from '@zavet/contract/people/contact-rules';
import { linkLifetimes } from '@zavet/contract/timings';
import type { Context } from '../../../context.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { enqueueMail, sendMail } from '../../../platform/mail/mailer.ts';
import { recordSecurityEvent } from '../../identity/account/index.ts';
import { codeOf, digestOfCode } from './confirmation-codes.ts';
import type { Contact } from './contact-repository.ts';
import { applyContactEvent, lockOwnContact } from './contact-transitions.ts';
import { contactInvitation, lateInvitation } from './invitation-mails.ts';
import { type Invitation, type NewInvitation, replaceInvitation } from './invitation-repository.ts';

/** Sends a new invitation. The previous code and link expire. */
export async function inviteContact(
  ctx: Context,
  { user_id }: Owner,
  contactId: string,
  ownerName: string | undefined,
  caller: Caller,
): Promise<InvitationResult> {
  const { database, clock } = ctx;
  const { contact, invitation } = await database.transaction(async () => {
    const locked = await lockOwnContact(ctx, user_id, contactId);
    const invited = await applyContactEvent(ctx, locked, 'invited');
    await recordSecurityEvent(database, user_id, 'contact_invited', caller, clock.now());
    return {
      contact: invited,
      invitation: await issueInvitation(ctx, contactId, ownerName || null),
    };
  });
  const { result } = await trySendInvitation(ctx, contact, invitation);
  return result;
}

/** The request sends the mail itself; the job starts later and covers failures. */
const jobStartsAfterSeconds = 30;

/** Creates the invitation of a contact and enqueues its mail. */
export async function issueInvitation(
  ctx: Context,
  contactId: string,
  ownerName: string | null = null,
): Promise<Invitation> {
  const { serviceKey, linkTokens } = ctx;
  const { id, digest } = linkTokens.create();
  const invitation = await saveInvitation(ctx, linkLifetimes.contactInvitation, {
    id,
    contact_id: contactId,
    code_digest: digestOfCode(serviceKey, id, codeOf(serviceKey, id)),
    link_digest: digest,
    owner_name: ownerName,
  });
  const options = { mailId: id, startAfterSeconds: jobStartsAfterSeconds };
  await enqueueMail(ctx, contactInvitation, { invitation_id: id }, options);
  return invitation;
}

/**
 * Invites a contact who had not answered before the protocol was activated. The invitation has no
 * code, because the owner could not pass it on.
 */
export async function issueLateInvitation(ctx: Context, contactId: string): Promise<void> {
  const { id, digest } = ctx.linkTokens.create();
  await saveInvitation(ctx, linkLifetimes.lateInvitation, {
    id,
    contact_id: contactId,
    code_digest: null,
    link_digest: digest,
    owner_name: null,
  });
  await enqueueMail(ctx, lateInvitation, { invitation_id: id }, { mailId: id });
}

function saveInvitation(
  { database, clock }: Context,
  lifetimeMs: number,
  invitation: Omit<NewInvitation, 'created_at' | 'expires_at'>,
): Promise<Invitation> {
  const created_at = clock.now();
  const expires_at = new Date(created_at.getTime() + lifetimeMs);
  return replaceInvitation(database, { ...invitation, created_at, expires_at });
}

/** Shorter than the request timeout of the web client. */
const defaultTimeoutMs = 8_000;

/**
 * Sends an invitation within the request, outside of the transaction. If that fails, the job
 * retries and the owner gets the code to pass on.
 */
export async function trySendInvitation(
  ctx: Context,
  contact: Contact,
  invitation: Invitation,
): Promise<{ mail_state: InvitationMailState; result: InvitationResult }> {
  const timeoutMs = ctx.tuning.handOverTimeoutMs ?? defaultTimeoutMs;
  const outcome = await withTimeout(timeoutMs, send(ctx, invitation.id), 'queued');
  const isSent = outcome === 'sent';
  // The invitation was answered or replaced meanwhile: its code is no longer valid.
  const isObsolete = outcome === 'obsolete';
  return {
    mail_state: isObsolete ? 'queued' : outcome,
    result: {
      ok: true,
      sent: isSent,
      manual_sharing_required: !isSent && !isObsolete,
      contact_email: contact.email,
      confirmation_code: isSent || isObsolete ? null : codeOf(ctx.serviceKey, invitation.id),
    },
  };
}

const mailStates = { accepted: 'sent', refused: 'refused', not_due: 'obsolete' } as const;

/**
 * Sends the mail of an invitation. Never rejects: after the timeout, no caller handles the result.
 */
async function send(ctx: Context, invitationId: string): Promise<InvitationMailState | 'obsolete'> {
  try {
    const request = { mail_id: invitationId, ids: { invitation_id: invitationId } };
    const outcome = await sendMail(ctx.mailer, ctx, contactInvitation, request);
    return typeof outcome === 'string' ? mailStates[outcome] : 'queued';
  } catch (error) {
    ctx.log.warn(
      { code: 'invitation_not_sent', invitation_id: invitationId, err: error },
      'an invitation was not sent immediately, its job tries again',
    );
    return 'queued';
  }
}

/** The result of `work`, or `fallback` after the timeout. */
export async function withTimeout<Value>(
  timeoutMs: number,
  work: Promise<Value>,
  fallback: Value,
): Promise<Value> {
  const { promise: timeout, resolve } = Promise.withResolvers<Value>();
  const timer = setTimeout(() => resolve(fallback), timeoutMs);
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
