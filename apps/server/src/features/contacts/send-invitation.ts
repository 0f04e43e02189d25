import { MailRefused } from '../../platform/mail/mail-transport.ts';
import { messageIdOf } from '../../platform/mail/message-id.ts';
import { findPerson } from '../account/public.ts';
import { codeOf } from './confirmation-codes.ts';
import type { ContactDeps } from './contact-deps.ts';
import {
  findInvitedContact,
  type Invitation,
  type InvitedContact,
  recordMailState,
} from './invitation-repository.ts';
import { invitationMailJob } from './issue-invitation.ts';
import { takeInvitationAllowance } from './mail-allowance.ts';

const givenUpAfterMs = 7 * 24 * 3_600 * 1_000;

/** What became of a mail; `retryAfterSeconds` when it may not be sent yet. */
type SendOutcome = 'sent' | 'refused' | 'needless' | { retryAfterSeconds: number };

/** The job's way: puts the mail off where it must wait, and is tried again where it fails. */
export async function deliverInvitation(deps: ContactDeps, invitationId: string): Promise<void> {
  const outcome = await sendInvitation(deps, invitationId);
  if (typeof outcome === 'string') return;
  await deps.jobs.enqueue(
    invitationMailJob,
    { invitation_id: invitationId },
    { startAfterSeconds: outcome.retryAfterSeconds },
  );
}

/**
 * Hands an invitation over to the mail server and records what became of it. A repetition carries
 * the same code, link and Message-ID. Throws where another try may succeed.
 */
export async function sendInvitation(
  deps: ContactDeps,
  invitationId: string,
): Promise<SendOutcome> {
  const { database, clock, log } = deps;
  const invited = await findInvitedContact(database, { id: invitationId });
  if (!invited || !isWanted(invited, clock.now())) return 'needless';
  const retryAfterSeconds = await takeInvitationAllowance(deps, invited.contact);
  if (retryAfterSeconds > 0) return { retryAfterSeconds };
  try {
    if (!(await handToServer(deps, invited))) return 'needless';
  } catch (error) {
    if (!isFinal(error, invited.invitation, clock.now())) throw error;
    await recordMailState(database, invitationId, 'refused');
    const ids = { invitation_id: invitationId, contact_id: invited.contact.id };
    log.warn(ids, 'invitation refused permanently');
    return 'refused';
  }
  await recordMailState(database, invitationId, 'sent');
  return 'sent';
}

/** Not when it was taken before, and not when the contact has answered or the link has ended. */
function isWanted({ invitation, contact }: InvitedContact, now: Date): boolean {
  return (
    invitation.mail_state !== 'sent' && contact.status === 'pending' && invitation.expires_at > now
  );
}

function isFinal(error: unknown, invitation: Invitation, now: Date): boolean {
  if (!(error instanceof MailRefused)) return false;
  return error.permanent || now.getTime() - invitation.created_at.getTime() > givenUpAfterMs;
}

/** False when the owner is gone, and the contact with the owner. */
async function handToServer(
  { database, serviceKey, linkTokens, transport, place }: ContactDeps,
  { invitation, contact }: InvitedContact,
): Promise<boolean> {
  const owner = await findPerson(database, contact.user_id);
  if (!owner) return false;
  // React and the mail components are loaded with the first mail, not at start.
  const { renderContactMail } = await import('./emails/render-contact-mail.ts');
  const language = contact.preferred_language;
  const facts = {
    owner_name: owner.full_name ?? invitation.owner_name,
    owner_email: owner.email,
    code: codeOf(serviceKey, invitation.id),
    token: linkTokens.tokenOf(invitation.id),
  };
  await transport.deliver({
    ...(await renderContactMail('contact_invitation', language, facts, place)),
    to: contact.email,
    reply_to: owner.email,
    language,
    message_id: messageIdOf(place, 'contact_invitation', invitation.id),
  });
  return true;
}
