import { fail } from '../../platform/failure.ts';
import type { Caller, Owner } from '../../platform/http/route.ts';
import { recordSecurityEvent } from '../account/account-face.ts';
import type { ContactParts } from './contact-parts.ts';
import { lockContact } from './contact-repository.ts';
import { lockOwnContact, moveContact } from './move-contact.ts';

interface Deletion {
  affected_instructions: number;
  orphaned_instructions: number;
}

/** Removes a contact, also from the instructions; another one can take its place there. */
export function deleteContact(
  parts: ContactParts,
  { user_id }: Owner,
  contactId: string,
  reassignTo: string | undefined,
  caller: Caller,
): Promise<Deletion> {
  const { database, clock, assignments } = parts;
  return database.transaction(async () => {
    const contact = await lockOwnContact(parts, user_id, contactId);
    if (reassignTo !== undefined) await requireAnother(parts, user_id, contactId, reassignTo);
    const { affected, orphaned } = await assignments.handOver(user_id, contactId, reassignTo);
    await moveContact(parts, contact, 'removed');
    await recordSecurityEvent(database, user_id, 'contact_removed', caller, clock.now());
    return { affected_instructions: affected, orphaned_instructions: orphaned };
  });
}

async function requireAnother(
  { database }: ContactParts,
  userId: string,
  contactId: string,
  otherId: string,
): Promise<void> {
  if (otherId === contactId || !(await lockContact(database, userId, otherId))) {
    fail('contact_not_found');
  }
}
