import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import type { Context } from '../../../context.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { assignments } from './contact-ports.ts';
import { listContactRecords } from './contact-repository.ts';
import { contactViewOf, openListedTexts } from './contact-view.ts';

/** The owner's contacts, newest first. */
export async function listContacts(ctx: Context, { user_id }: Owner): Promise<ContactView[]> {
  const { database, vault } = ctx;
  const records = await listContactRecords(database, user_id);
  const counts = await assignments(ctx).countsOf(user_id);
  const stored = records[0]?.key;
  const key = stored ? vault.open(user_id, stored) : undefined;
  return records.map(({ contact, ...facts }) =>
    contactViewOf(contact, openListedTexts(key, contact), facts, counts.get(contact.id)),
  );
}
