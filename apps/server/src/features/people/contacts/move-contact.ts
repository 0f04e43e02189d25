import { fail } from '../../../platform/failure.ts';
import { orderMail } from '../../../platform/mail/order-mail.ts';
import { lockUser } from '../../identity/account/index.ts';
import type { ContactDeps } from './contact-deps.ts';
import {
  type Contact,
  type ContactChanges,
  deleteContact,
  lockContact,
  updateContact,
} from './contact-repository.ts';
import { type ContactEvent, nextContactStatus } from './contact-rules.ts';
import { contactKeepsake } from './emails/keepsake-mail.ts';
import { beginYear, endYear } from './yearly/yearly-repository.ts';
import { confirmedYear } from './yearly/yearly-rules.ts';

/**
 * The owner's contact, locked. The account comes first, as everywhere: locking in another
 * order could block the others, and the limit is counted under that lock.
 */
export async function lockOwnContact(
  deps: ContactDeps,
  userId: string,
  contactId: string,
): Promise<Contact> {
  await lockOwner(deps, userId);
  return (await lockContact(deps.database, userId, contactId)) ?? fail('contact_not_found');
}

export async function lockOwner({ database }: ContactDeps, userId: string): Promise<void> {
  // The account was deleted since the session was looked up.
  if (!(await lockUser(database, userId))) fail('session_missing');
}

/** Does to a locked contact what an event asks for, or fails with what forbids it. */
export async function moveContact(
  deps: ContactDeps,
  contact: Contact,
  event: ContactEvent,
  changes: ContactChanges = {},
): Promise<Contact> {
  const { database, clock } = deps;
  const move = nextContactStatus(contact.status, event);
  if ('refusal' in move) return fail(move.refusal);
  const moved =
    move.next === 'removed'
      ? await deleteContact(database, contact)
      : await updateContact(database, contact, {
          ...changes,
          status: move.next,
          updated_at: clock.now(),
        });
  if (!moved) throw new Error('A locked contact was changed by somebody else');
  if (move.next !== 'removed') await followAnswer(deps, contact, moved);
  const isLeaving = move.next !== 'confirmed' && move.next !== 'activated';
  if (contact.is_confirmed && isLeaving) await deps.contactLeft(contact.user_id);
  return moved;
}

/** What begins with the yes of a contact and ends when it no longer holds. */
async function followAnswer(deps: ContactDeps, before: Contact, after: Contact): Promise<void> {
  if (before.is_confirmed === after.is_confirmed) return;
  if (!after.is_confirmed) return endYear(deps.database, after.id);
  await beginYear(deps.database, after.id, confirmedYear(deps.clock.now()));
  await orderMail(deps, contactKeepsake, { contact_id: after.id });
}
