import { fail } from '../../platform/failure.ts';
import type { Caller, Owner } from '../../platform/http/route.ts';
import { recordSecurityEvent, requireProof } from '../account/account-face.ts';
import { orderContactNotices } from './contact-notice-job.ts';
import type { ContactParts } from './contact-parts.ts';
import { lockContact } from './contact-repository.ts';
import { lockOwnContact, moveContact } from './move-contact.ts';

interface Deletion {
  affected_instructions: number;
  orphaned_instructions: number;
}

/**
 * Removes a contact, also from the instructions; another one can take its place there. Where the
 * contact had confirmed, the password is asked for, and the owner and the contact are told.
 */
export function deleteContact(
  parts: ContactParts,
  owner: Owner,
  contactId: string,
  reassignTo: string | undefined,
  caller: Caller,
): Promise<Deletion> {
  const { database, clock, assignments } = parts;
  const { user_id } = owner;
  return database.transaction(async () => {
    const contact = await lockOwnContact(parts, user_id, contactId);
    if (contact.is_confirmed) await requireProof(parts, owner);
    if (reassignTo !== undefined) await requireAnother(parts, user_id, contactId, reassignTo);
    const { affected, orphaned } = await assignments.handOver(user_id, contactId, reassignTo);
    await moveContact(parts, contact, 'removed');
    await recordSecurityEvent(database, user_id, 'contact_removed', caller, clock.now());
    if (contact.is_confirmed) await orderContactNotices(parts, 'contact_removed', contact);
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
