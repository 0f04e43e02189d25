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
  moveBoundContacts,
} from './bound-contact-repository.ts';
import { type Contact, updateUnchangedContact } from './contact-repository.ts';
import { nextContactStatus } from './contact-rules.ts';
import { contactAccountDeleted, contactFollowed } from './emails/bound-contact-mails.ts';

type EntryDeps = Pick<Context, 'database' | 'clock' | 'jobs'>;

/** The contact is the person and not the mailbox, so it goes along; the owner is told. */
export async function followAddress(ctx: EntryDeps, userId: string): Promise<void> {
  const { database, clock, jobs } = ctx;
  const bound = await lockBound(ctx, userId);
  const person = await findPerson(database, userId);
  if (!person) return;
  const now = clock.now();
  await deleteInvitations(database, idsOf(bound));
  for (const { id, user_id } of await moveBoundContacts(database, userId, person.email, now)) {
    await recordSecurityEvent(database, user_id, 'contact_address_followed', systemActor, now);
    await enqueueMail({ jobs }, contactFollowed, { contact_id: id });
  }
}

/** Nobody is left who agreed: the owner has to ask again, and is told so. */
export async function unbindContacts(ctx: EntryDeps, userId: string): Promise<void> {
  const { database, clock, jobs } = ctx;
  const bound = await lockBound(ctx, userId);
  const now = clock.now();
  await deleteInvitations(database, idsOf(bound));
  for (const contact of bound) {
    const move = nextContactStatus(contact.status, 'account_deleted');
    if ('refusal' in move || move.next === 'removed') continue;
    const changes = { status: move.next, bound_user_id: null, updated_at: now };
    await updateUnchangedContact(database, contact, changes);
    await recordSecurityEvent(
      database,
      contact.user_id,
      'contact_account_deleted',
      systemActor,
      now,
    );
    await enqueueMail({ jobs }, contactAccountDeleted, { contact_id: contact.id });
  }
}

/** The owners were locked with the account; one whose contact was bound meanwhile is locked now. */
async function lockBound({ database }: EntryDeps, userId: string): Promise<Contact[]> {
  await lockUsers(database, await listOwnersBoundTo(database, userId));
  return lockContactsBoundTo(database, userId);
}

function idsOf(contacts: readonly Contact[]): string[] {
  return contacts.map(({ id }) => id);
}
