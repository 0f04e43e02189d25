import type { InvitationResult } from '@zavet/contract/people/contact-endpoints';
import type { InvitationMailState } from '@zavet/contract/people/contact-rules';
import type { Context } from '../../../context.ts';
import { sendMail } from '../../../platform/mail/mailer.ts';
import { codeOf } from './confirmation-codes.ts';
import type { Contact } from './contact-repository.ts';
import { contactInvitation } from './emails/invitation-mail.ts';
import type { Invitation } from './invitation-repository.ts';
import { settledWithin } from './settled-within.ts';

/** Shorter than a screen waits for an answer. */
const usualHandOverMs = 8_000;
const handOverMs = ({ tuning }: Context) => tuning.handOverMs ?? usualHandOverMs;

/**
 * Tries to mail an invitation while its owner waits, after the transaction that made it. Whatever
 * goes wrong, the contact is there and the job goes on trying: the owner gets the code to pass on.
 */
export async function handOverInvitation(
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
