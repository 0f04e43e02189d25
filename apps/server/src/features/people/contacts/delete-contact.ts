import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { recordSecurityEvent } from '../../identity/account/index.ts';
import { assignments } from './contact-ports.ts';
import { lockContact } from './contact-repository.ts';
import { lockOwnContact, moveContact } from './move-contact.ts';
import { orderContactNotices } from './order-contact-notices.ts';

interface Deletion {
  affected_instructions: number;
  orphaned_instructions: number;
}

/**
 * Removes a contact, also from the instructions; another one can take its place there. Where the
 * contact had confirmed, the password is asked for, and the owner and the contact are told.
 */
export function deleteContact(
  ctx: Context,
  owner: Owner,
  contactId: string,
  reassignTo: string | undefined,
  caller: Caller,
): Promise<Deletion> {
  const { database, clock } = ctx;
  const { user_id } = owner;
  return database.transaction(async () => {
    const contact = await lockOwnContact(ctx, user_id, contactId);
    if (reassignTo !== undefined) await requireAnother(ctx, user_id, contactId, reassignTo);
    const { affected, orphaned } = await assignments(ctx).handOver(user_id, contactId, reassignTo);
    await moveContact(ctx, contact, 'removed');
    await recordSecurityEvent(database, user_id, 'contact_removed', caller, clock.now());
    if (contact.is_confirmed) {
      await orderContactNotices(ctx, contact, ['contact_removed', 'contact_released']);
    }
    return { affected_instructions: affected, orphaned_instructions: orphaned };
  });
}

async function requireAnother(
  { database }: Context,
  userId: string,
  contactId: string,
  otherId: string,
): Promise<void> {
  if (otherId === contactId || !(await lockContact(database, userId, otherId))) {
    fail('contact_not_found');
  }
}
