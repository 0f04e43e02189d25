import type { InvitationView } from '@zavet/contract/contacts/invitation-endpoints';
import { fail } from '../../platform/failure.ts';
import { orderMail } from '../../platform/mail/order-mail.ts';
import { findPerson, recordSecurityEvent } from '../account/public.ts';
import { agreeContact, lockBothSides } from './agree-contact.ts';
import type { ContactDeps } from './contact-deps.ts';
import { lockContact } from './contact-repository.ts';
import { contactAccepted, contactDeclined } from './emails/contact-mails.ts';
import { findInvitedContact, type InvitedContact } from './invitation-repository.ts';
import { moveContact } from './move-contact.ts';

/** The contact's address and browser are not the owner's business. */
const nowhere = { address: null, user_agent: null };

const afterAnswer = {
  accepted: { event: 'contact_confirmed', mail: contactAccepted },
  declined: { event: 'contact_declined', mail: contactDeclined },
} as const;

/** What is asked of the person who holds this link. */
export async function openInvitation(deps: ContactDeps, token: string): Promise<InvitationView> {
  return viewOf(deps, await findByToken(deps, token));
}

/** Takes the answer of the invited person. It can be repeated and changed while the link lives. */
export function answerInvitation(
  deps: ContactDeps,
  token: string,
  answer: keyof typeof afterAnswer,
): Promise<InvitationView> {
  const { database, clock } = deps;
  return database.transaction(async () => {
    const invited = await lockByToken(deps, token);
    const contact =
      answer === 'accepted'
        ? await agreeContact(deps, invited.contact, answer)
        : await moveContact(deps, invited.contact, answer);
    if (contact.status !== invited.contact.status) {
      const { event, mail } = afterAnswer[answer];
      await recordSecurityEvent(database, contact.user_id, event, nowhere, clock.now());
      await orderMail(deps, mail, { contact_id: contact.id });
    }
    return viewOf(deps, { ...invited, contact });
  });
}

async function findByToken(
  { database, linkTokens, clock }: ContactDeps,
  token: string,
): Promise<InvitedContact> {
  const found = await findInvitedContact(database, { link_digest: linkTokens.digestOf(token) });
  if (!found) return fail('link_invalid');
  if (found.invitation.expires_at <= clock.now()) return fail('link_expired');
  return found;
}

/** Accounts, then contact, as everywhere; read again, since both may have changed while waiting. */
async function lockByToken(deps: ContactDeps, token: string): Promise<InvitedContact> {
  const { database } = deps;
  const { contact } = await findByToken(deps, token);
  await lockBothSides(deps, contact);
  await lockContact(database, contact.user_id, contact.id);
  return findByToken(deps, token);
}

async function viewOf(
  { database, protocol }: ContactDeps,
  { invitation, contact }: InvitedContact,
): Promise<InvitationView> {
  const owner = await findPerson(database, contact.user_id);
  if (!owner) return fail('link_invalid');
  const active = await protocol.findActive(contact.user_id);
  return {
    owner_name: owner.full_name ?? invitation.owner_name,
    owner_email: owner.email,
    contact_name: contact.name,
    contact_email: contact.email,
    preferred_language: contact.preferred_language,
    status: contact.status,
    active_protocol: active
      ? { activated_by: active.activated_by, activated_at: active.activated_at.toISOString() }
      : null,
    expires_at: invitation.expires_at.toISOString(),
  };
}
