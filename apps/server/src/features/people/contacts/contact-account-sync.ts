import type { Context } from '../../../context.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import {
  findPerson,
  lockUsers,
  recordSecurityEvent,
  systemActor,
} from '../../identity/account/index.ts';
import {
  deleteInvitations,
  listOwnersBoundTo,
  lockContactsBoundTo,
  updateBoundEmails,
} from './bound-contact-repository.ts';
import { contactChanged } from './contact-mails.ts';
import { type Contact, updateUnchangedContact } from './contact-repository.ts';
import { nextContactStatus } from './contact-rules.ts';

/** Updates contacts bound to an account that changed its address, and notifies their owners. */
export async function updateContactAddresses(ctx: Context, userId: string): Promise<void> {
  const { database, clock } = ctx;
  const bound = await lockBoundContacts(ctx, userId);
  const person = await findPerson(database, userId);
  if (!person) return;
  const now = clock.now();
  await deleteInvitations(database, idsOf(bound));
  for (const { id, user_id } of await updateBoundEmails(database, userId, person.email, now)) {
    await recordSecurityEvent(database, user_id, 'contact_address_followed', systemActor, now);
    await enqueueMail(ctx, contactChanged, { change: 'contact_followed', contact_id: id });
  }
}

/** Unbinds contacts of an account that is being deleted, and notifies their owners. */
export async function unbindContacts(ctx: Context, userId: string): Promise<void> {
  const { database, clock } = ctx;
  const bound = await lockBoundContacts(ctx, userId);
  const now = clock.now();
  await deleteInvitations(database, idsOf(bound));
  for (const contact of bound) {
    const transition = nextContactStatus(contact.status, 'account_deleted');
    if ('refusal' in transition || transition.next === 'removed') continue;
    const changes = { status: transition.next, bound_user_id: null, updated_at: now };
    await updateUnchangedContact(database, contact, changes);
    const { id: contact_id, user_id } = contact;
    await recordSecurityEvent(database, user_id, 'contact_account_deleted', systemActor, now);
    await enqueueMail(ctx, contactChanged, { change: 'contact_account_deleted', contact_id });
  }
}

/**
 * Locks the contacts bound to an account, and their owners: a contact may have been bound after the
 * account was locked.
 */
async function lockBoundContacts({ database }: Context, userId: string): Promise<Contact[]> {
  await lockUsers(database, await listOwnersBoundTo(database, userId));
  return lockContactsBoundTo(database, userId);
}

function idsOf(contacts: readonly Contact[]): string[] {
  return contacts.map(({ id }) => id);
}
