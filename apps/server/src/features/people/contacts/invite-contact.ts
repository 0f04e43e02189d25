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
import { type Invitation, replaceInvitation } from './invitation-repository.ts';

/** Mails a new invitation. The code and the link of the one before end. */
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

/** Until then the request itself hands the mail over; the job is for when that fails. */
const jobStartsAfterSeconds = 30;

/**
 * Asks a contact who had not answered when the owner's protocol was activated, in the transaction of
 * that. There is only a link: nobody may be left to be told a code.
 */
export async function issueLateInvitation(
  ctx: Pick<Context, 'database' | 'clock' | 'jobs' | 'linkTokens'>,
  contactId: string,
): Promise<void> {
  const { database, clock, linkTokens } = ctx;
  const { id, digest: link_digest } = linkTokens.create();
  const now = clock.now();
  await replaceInvitation(database, {
    id,
    contact_id: contactId,
    code_digest: null,
    link_digest,
    owner_name: null,
    expires_at: new Date(now.getTime() + linkLifetimes.lateInvitation),
    created_at: now,
  });
  await enqueueMail(ctx, lateInvitation, { invitation_id: id }, { mailId: id });
}

/** Makes the invitation of a contact and orders its mail, in the transaction of what causes it. */
export async function issueInvitation(
  ctx: Context,
  contactId: string,
  ownerName: string | null = null,
): Promise<Invitation> {
  const { database, clock, serviceKey, linkTokens } = ctx;
  const { id, digest: link_digest } = linkTokens.create();
  const now = clock.now();
  const invitation = await replaceInvitation(database, {
    id,
    contact_id: contactId,
    code_digest: digestOfCode(serviceKey, id, codeOf(serviceKey, id)),
    link_digest,
    owner_name: ownerName,
    expires_at: new Date(now.getTime() + linkLifetimes.contactInvitation),
    created_at: now,
  });
  const options = { mailId: id, startAfterSeconds: jobStartsAfterSeconds };
  await enqueueMail(ctx, contactInvitation, { invitation_id: id }, options);
  return invitation;
}

/** Shorter than a screen waits for an answer. */
const usualHandOverMs = 8_000;
const handOverMs = ({ tuning }: Context) => tuning.handOverMs ?? usualHandOverMs;

/**
 * Tries to mail an invitation while its owner waits, after the transaction that made it. Whatever
 * goes wrong, the contact is there and the job goes on trying: the owner gets the code to pass on.
 */
export async function trySendInvitation(
  ctx: Context,
  contact: Contact,
  invitation: Invitation,
): Promise<{ mail_state: InvitationMailState; result: InvitationResult }> {
  const outcome = await settledWithin(handOverMs(ctx), attempt(ctx, invitation.id), 'queued');
  const isSent = outcome === 'sent';
  // Answered or replaced meanwhile: its code is dead, and there is nothing to pass on.
  const isNeedless = outcome === 'needless';
  return {
    mail_state: isNeedless ? 'queued' : outcome,
    result: {
      ok: true,
      sent: isSent,
      manual_sharing_required: !isSent && !isNeedless,
      contact_email: contact.email,
      confirmation_code: isSent || isNeedless ? null : codeOf(ctx.serviceKey, invitation.id),
    },
  };
}

const states = { taken: 'sent', refused: 'refused', not_due: 'needless' } as const;

/** Never rejects, so that nobody has to be there any more when it fails late. */
async function attempt(
  ctx: Context,
  invitationId: string,
): Promise<InvitationMailState | 'needless'> {
  try {
    const order = { mail_id: invitationId, ids: { invitation_id: invitationId } };
    const outcome = await sendMail(ctx.mailer, ctx, contactInvitation, order);
    if (typeof outcome !== 'string') return 'queued';
    return states[outcome];
  } catch (error) {
    ctx.log.warn(
      { code: 'invitation_waits', invitation_id: invitationId, err: error },
      'an invitation was not handed over at once and waits for its job',
    );
    return 'queued';
  }
}

/** What `work` comes to, or `otherwise` when it takes longer than that. */
export async function settledWithin<Value>(
  milliseconds: number,
  work: Promise<Value>,
  otherwise: Value,
): Promise<Value> {
  const { promise: timeIsUp, resolve } = Promise.withResolvers<Value>();
  const timer = setTimeout(() => resolve(otherwise), milliseconds);
  try {
    return await Promise.race([work, timeIsUp]);
  } finally {
    clearTimeout(timer);
  }
}
