import type { ContactDeps } from '../contact-deps.ts';
import type { Contact } from '../contact-repository.ts';
import { findNamedOwner, type NamedOwner } from '../named-owner.ts';
import { hasPin } from './card-repository.ts';

/** What a contact keeps for the day, in the mail and on the card. Nothing of it is a secret. */
export interface CardFacts extends NamedOwner {
  contact_name: string;
  contact_email: string;
  /** Asked for before the start; the PIN itself nobody knows here. */
  asks_for_pin: boolean;
}

/** Undefined where the owner is gone. */
export async function findCardFacts(
  deps: ContactDeps,
  contact: Contact,
): Promise<CardFacts | undefined> {
  const owner = await findNamedOwner(deps, contact);
  return (
    owner && {
      ...owner,
      contact_name: contact.name,
      contact_email: contact.email,
      asks_for_pin: await hasPin(deps.database, contact.user_id),
    }
  );
}
