import type { Context } from '../../../context.ts';
import { emit } from '../../../feature.ts';
import { lockUsers } from '../../identity/account/index.ts';
import { findAccountOfAddress } from './bound-contact-repository.ts';
import { contactJoined, ownersProtocol } from './contact-ports.ts';
import type { Contact } from './contact-repository.ts';
import { moveContact } from './move-contact.ts';

/**
 * A person agrees, by the link or by the code. Where the owner's protocol is active, this is the
 * moment at which what was kept for them is let go.
 */
export async function agreeContact(
  ctx: Context,
  contact: Contact,
  event: 'accepted' | 'code_confirmed',
): Promise<Contact> {
  if (!(await ownersProtocol(ctx).findActive(contact.user_id)))
    return moveContact(ctx, contact, event);
  const protocol_activated_at = contact.protocol_activated_at ?? ctx.clock.now();
  const agreed = await moveContact(ctx, contact, `${event}_late`, { protocol_activated_at });
  if (contact.status !== 'activated') await emit(ctx, contactJoined, agreed);
  return agreed;
}

/**
 * Locks the owner, and with them the account to which the contact will be bound: one after the other
 * would let two requests wait for each other.
 */
export async function lockBothSides(
  { database }: Context,
  { user_id, email }: Pick<Contact, 'user_id' | 'email'>,
): Promise<void> {
  const account = await findAccountOfAddress(database, email);
  await lockUsers(database, account ? [user_id, account] : [user_id]);
}
