import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import { enqueueContactNotice } from './contact-mails.ts';
import { assignments } from './contact-ports.ts';
import { lockContact, lockContactByEmail } from './contact-repository.ts';
import { applyContactEvent, lockOwnContact } from './contact-transitions.ts';

/**
 * Removes a contact and its assignments to instructions, which can be given to another contact. If
 * the contact had confirmed, the owner is notified.
 */
export function deleteContact(
  ctx: Context,
  { user_id }: Owner,
  contactId: string,
  reassignTo: string | undefined,
  caller: Caller,
): Promise<{ affected_instructions: number; orphaned_instructions: number }> {
  const { database, clock } = ctx;
  return database.transaction(async () => {
    const contact = await lockOwnContact(ctx, user_id, contactId);
    if (reassignTo !== undefined) await requireOtherContact(ctx, user_id, contactId, reassignTo);
    const replaced = await assignments(ctx).replaceContact(user_id, contactId, reassignTo);
    await applyContactEvent(ctx, contact, 'removed');
    await recordSecurityEvent(database, user_id, 'contact_removed', caller, clock.now());
    if (contact.is_confirmed) await enqueueContactNotice(ctx, contact, 'contact_removed');
    return {
      affected_instructions: replaced.affected,
      orphaned_instructions: replaced.orphaned,
    };
  });
}

async function requireOtherContact(
  { database }: Context,
  userId: string,
  contactId: string,
  otherId: string,
): Promise<void> {
  if (otherId === contactId || !(await lockContact(database, userId, otherId))) {
    fail('contact_not_found');
  }
}

/**
 * Erases a contact and its assignments at that person's request. False if there is none, or if the
 * contact is activated: recipients of released letters stay. The owner must be locked.
 */
export async function eraseContactByEmail(
  ctx: Context,
  ownerId: string,
  email: string,
): Promise<boolean> {
  const { database, clock } = ctx;
  const contact = await lockContactByEmail(database, ownerId, email);
  if (!contact || contact.status === 'activated') return false;
  await assignments(ctx).replaceContact(ownerId, contact.id, undefined);
  await applyContactEvent(ctx, contact, 'removed');
  await recordSecurityEvent(database, ownerId, 'contact_removed', systemActor, clock.now());
  await enqueueContactNotice(ctx, contact, 'contact_erased');
  return true;
}
