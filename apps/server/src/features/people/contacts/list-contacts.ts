import type { ContactView } from '@zavet/contract/contacts/contact-schemas';
import type { Owner } from '../../../platform/http/route.ts';
import type { ContactDeps } from './contact-deps.ts';
import { listContactRecords } from './contact-repository.ts';
import { contactViewOf, openListedTexts } from './contact-view.ts';

/** The owner's contacts, newest first. */
export async function listContacts(
  { database, vault, assignments }: ContactDeps,
  { user_id }: Owner,
): Promise<ContactView[]> {
  const records = await listContactRecords(database, user_id);
  const counts = await assignments.countsOf(user_id);
  const stored = records[0]?.key;
  const key = stored ? vault.open(user_id, stored) : undefined;
  return records.map(({ contact, ...facts }) =>
    contactViewOf(contact, openListedTexts(key, contact), facts, counts.get(contact.id)),
  );
}
