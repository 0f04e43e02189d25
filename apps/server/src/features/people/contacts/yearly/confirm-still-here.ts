import type { Context } from '../../../../context.ts';
import { findContactById, lockContact } from '../contact-repository.ts';
import { lockOwner } from '../move-contact.ts';
import { recordStillHere } from './record-still-here.ts';
import { findChecked } from './yearly-repository.ts';

/** The yes of a contact who is signed in; who that is, the caller has decided. */
export function reconfirmAsContact(ctx: Context, contactId: string): Promise<void> {
  const { database } = ctx;
  return database.transaction(async () => {
    const contact = await findContactById(database, contactId);
    if (!contact) return;
    await lockOwner(ctx, contact.user_id);
    await lockContact(database, contact.user_id, contactId);
    const checked = await findChecked(database, { contact_id: contactId });
    if (checked) await recordStillHere(ctx, checked.contact, checked.check);
  });
}
