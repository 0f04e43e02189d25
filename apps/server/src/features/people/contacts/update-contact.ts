import type { contactEndpoints } from '@zavet/contract/contacts/contact-endpoints';
import type { ContactInput } from '@zavet/contract/contacts/contact-schemas';
import type { OutputOf } from '@zavet/contract/endpoint';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { recordSecurityEvent } from '../../identity/account/index.ts';
import type { ContactDeps } from './contact-deps.ts';
import { contactColumns, refusingTakenEmail, requireUsableEmail } from './contact-input.ts';
import type { Contact } from './contact-repository.ts';
import { contactViewOf } from './contact-view.ts';
import { handOverInvitation } from './hand-over-invitation.ts';
import { findInvitedContact } from './invitation-repository.ts';
import { issueInvitation } from './issue-invitation.ts';
import { lockOwnContact, moveContact } from './move-contact.ts';
import { orderContactNotices } from './order-contact-notices.ts';
import { findChecked } from './yearly/yearly-repository.ts';

/**
 * Changes a contact. Another e-mail may be another person: it is pending again and invited again, the
 * password is asked for, and the owner and the former address are told.
 */
export async function updateContact(
  deps: ContactDeps,
  owner: Owner,
  contactId: string,
  input: ContactInput,
  caller: Caller,
): Promise<OutputOf<typeof contactEndpoints.updateContact>> {
  const { database, clock } = deps;
  const { user_id } = owner;
  const { contact, fresh, earlier, year, counts } = await refusingTakenEmail(() =>
    database.transaction(async () => {
      const before = await lockOwnContact(deps, user_id, contactId);
      const hasMoved = input.email !== before.email;
      const changed = await changeContact(deps, before, input);
      await recordSecurityEvent(database, user_id, 'contact_changed', caller, clock.now());
      if (hasMoved) {
        await orderContactNotices(deps, before, ['contact_moved', 'contact_released']);
      }
      return {
        contact: changed,
        fresh: hasMoved ? await issueInvitation(deps, contactId) : undefined,
        earlier: await findInvitedContact(database, { contact_id: contactId, user_id }),
        year: (await findChecked(database, { contact_id: contactId }))?.check,
        counts: (await deps.assignments.countsOf(user_id)).get(contactId),
      };
    }),
  );
  if (!fresh) {
    const facts = { invitation: earlier?.invitation ?? null, year };
    return { contact: contactViewOf(contact, input, facts, counts), invitation: null };
  }
  const { mail_state, result } = await handOverInvitation(deps, contact, fresh);
  return {
    contact: contactViewOf(contact, input, { invitation: { ...fresh, mail_state } }, counts),
    invitation: result,
  };
}

async function changeContact(
  deps: ContactDeps,
  contact: Contact,
  input: ContactInput,
): Promise<Contact> {
  const { id, user_id, guardian_consent_at } = contact;
  const isSameAddress = input.email === contact.email;
  if (!isSameAddress) await requireUsableEmail(deps, user_id, id, input.email);
  const consentAt = guardian_consent_at ?? deps.clock.now();
  const columns = contactColumns(await deps.vault.keyOf(user_id), id, input, consentAt);
  return moveContact(deps, contact, isSameAddress ? 'details_changed' : 'email_changed', columns);
}
