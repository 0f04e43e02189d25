import type { Context } from '../../../context.ts';
import { findPerson, type NamedOwner } from '../../identity/account/index.ts';
import type { Contact } from './contact-repository.ts';
import { findInvitedContact } from './invitation-repository.ts';

/** The owner of a contact: by the profile, or as the owner was named in the invitation. */
export async function findNamedOwner(
  { database }: Context,
  { id: contact_id, user_id }: Pick<Contact, 'id' | 'user_id'>,
): Promise<NamedOwner | undefined> {
  const owner = await findPerson(database, user_id);
  if (!owner) return undefined;
  const invited = owner.full_name
    ? undefined
    : await findInvitedContact(database, { contact_id, user_id });
  return {
    owner_name: owner.full_name ?? invited?.invitation.owner_name ?? null,
    owner_email: owner.email,
  };
}
