import type { contactEndpoints } from '@zavet/contract/contacts/contact-endpoints';
import type { ContactInput } from '@zavet/contract/contacts/contact-schemas';
import type { OutputOf } from '@zavet/contract/endpoint';
import { fail } from '../../../platform/failure.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/new-id.ts';
import { recordSecurityEvent } from '../../identity/account/index.ts';
import type { ContactDeps } from './contact-deps.ts';
import { contactColumns, refusingTakenEmail, requireUsableEmail } from './contact-input.ts';
import { type Contact, countContacts, insertContact } from './contact-repository.ts';
import { contactViewOf } from './contact-view.ts';
import { handOverInvitation } from './hand-over-invitation.ts';
import { issueInvitation } from './issue-invitation.ts';
import { lockOwner } from './move-contact.ts';

/** Names a contact and mails the invitation. */
export async function createContact(
  deps: ContactDeps,
  { user_id }: Owner,
  input: ContactInput,
  caller: Caller,
): Promise<OutputOf<typeof contactEndpoints.createContact>> {
  const { database, clock } = deps;
  const { contact, invitation } = await refusingTakenEmail(() =>
    database.transaction(async () => {
      await lockOwner(deps, user_id);
      await requireRoom(deps, user_id);
      const created = await addContact(deps, user_id, input);
      await recordSecurityEvent(database, user_id, 'contact_added', caller, clock.now());
      return { contact: created, invitation: await issueInvitation(deps, created.id) };
    }),
  );
  const { mail_state, result } = await handOverInvitation(deps, contact, invitation);
  return {
    contact: contactViewOf(contact, input, { invitation: { ...invitation, mail_state } }),
    invitation: result,
  };
}

async function requireRoom({ database, maxContacts }: ContactDeps, userId: string): Promise<void> {
  if (maxContacts === 0 || (await countContacts(database, userId)) < maxContacts) return;
  fail('contact_limit_reached', { facts: { limit: maxContacts } });
}

async function addContact(
  deps: ContactDeps,
  userId: string,
  input: ContactInput,
): Promise<Contact> {
  const id = newId();
  const now = deps.clock.now();
  await requireUsableEmail(deps, userId, id, input.email);
  return insertContact(deps.database, {
    id,
    user_id: userId,
    ...contactColumns(await deps.vault.keyOf(userId), id, input, now),
    created_at: now,
    updated_at: now,
  });
}
