import type { contactEndpoints } from '@zavet/contract/contacts/contact-endpoints';
import type { ContactInput } from '@zavet/contract/contacts/contact-schemas';
import type { OutputOf } from '@zavet/contract/endpoint';
import type { Caller, Owner } from '../../platform/http/route.ts';
import { recordSecurityEvent, requireProof } from '../account/account-face.ts';
import { contactColumns, refusingTakenEmail, requireUsableEmail } from './contact-input.ts';
import { orderContactNotices } from './contact-notice-job.ts';
import type { ContactParts } from './contact-parts.ts';
import type { Contact } from './contact-repository.ts';
import { contactViewOf } from './contact-view.ts';
import { handOverInvitation } from './hand-over-invitation.ts';
import { findInvitedContact } from './invitation-repository.ts';
import { issueInvitation } from './issue-invitation.ts';
import { lockOwnContact, moveContact } from './move-contact.ts';

/**
 * Changes a contact. Another e-mail may be another person: it is pending again and invited anew, the
 * password is asked for, and the owner and the former address are told.
 */
export async function updateContact(
  parts: ContactParts,
  owner: Owner,
  contactId: string,
  input: ContactInput,
  caller: Caller,
): Promise<OutputOf<typeof contactEndpoints.updateContact>> {
  const { database, clock } = parts;
  const { user_id } = owner;
  const { contact, fresh, earlier, counts } = await refusingTakenEmail(() =>
    database.transaction(async () => {
      const before = await lockOwnContact(parts, user_id, contactId);
      const hasMoved = input.email !== before.email;
      if (hasMoved) await requireProof(parts, owner);
      const changed = await changeContact(parts, before, input);
      await recordSecurityEvent(database, user_id, 'contact_changed', caller, clock.now());
      if (hasMoved) await orderContactNotices(parts, 'contact_moved', before);
      return {
        contact: changed,
        fresh: hasMoved ? await issueInvitation(parts, contactId) : undefined,
        earlier: await findInvitedContact(database, { contact_id: contactId, user_id }),
        counts: (await parts.assignments.countsOf(user_id)).get(contactId),
      };
    }),
  );
  if (!fresh) {
    const invitation = earlier?.invitation ?? null;
    return { contact: contactViewOf(contact, input, invitation, counts), invitation: null };
  }
  const { mail_state, result } = await handOverInvitation(parts, contact, fresh);
  return {
    contact: contactViewOf(contact, input, { ...fresh, mail_state }, counts),
    invitation: result,
  };
}

async function changeContact(
  parts: ContactParts,
  contact: Contact,
  input: ContactInput,
): Promise<Contact> {
  const { id, user_id, guardian_consent_at } = contact;
  const isSameAddress = input.email === contact.email;
  if (!isSameAddress) await requireUsableEmail(parts, user_id, id, input.email);
  const consentAt = guardian_consent_at ?? parts.clock.now();
  const columns = contactColumns(await parts.vault.keyOf(user_id), id, input, consentAt);
  return moveContact(parts, contact, isSameAddress ? 'details_changed' : 'email_changed', columns);
}
