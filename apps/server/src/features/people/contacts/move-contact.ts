import type { Context } from '../../../context.ts';
import { emit } from '../../../feature.ts';
import { fail } from '../../../platform/failure.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { lockUser } from '../../identity/account/index.ts';
import { contactLeft } from './contact-ports.ts';
import {
  type Contact,
  type ContactChanges,
  deleteUnchangedContact,
  lockContact,
  updateUnchangedContact,
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
  ctx: Context,
  userId: string,
  contactId: string,
): Promise<Contact> {
  await lockOwner(ctx, userId);
  return (await lockContact(ctx.database, userId, contactId)) ?? fail('contact_not_found');
}

export async function lockOwner({ database }: Context, userId: string): Promise<void> {
  // The account was deleted since the session was looked up.
  if (!(await lockUser(database, userId))) fail('session_missing');
}

/** Does to a locked contact what an event asks for, or fails with what forbids it. */
export async function moveContact(
  ctx: Context,
  contact: Contact,
  event: ContactEvent,
  changes: ContactChanges = {},
): Promise<Contact> {
  const { database, clock } = ctx;
  const move = nextContactStatus(contact.status, event);
  if ('refusal' in move) return fail(move.refusal);
  const moved =
    move.next === 'removed'
      ? await deleteUnchangedContact(database, contact)
      : await updateUnchangedContact(database, contact, {
          ...changes,
          status: move.next,
          updated_at: clock.now(),
        });
  if (!moved) throw new Error('A locked contact was changed by somebody else');
  if (move.next !== 'removed') await followAnswer(ctx, contact, moved);
  const isLeaving = move.next !== 'confirmed' && move.next !== 'activated';
  if (contact.is_confirmed && isLeaving)
    await emit(ctx, contactLeft, { owner_id: contact.user_id });
  return moved;
}

/** What begins with the yes of a contact and ends when it no longer holds. */
async function followAnswer(ctx: Context, before: Contact, after: Contact): Promise<void> {
  if (before.is_confirmed === after.is_confirmed) return;
  if (!after.is_confirmed) return endYear(ctx.database, after.id);
  await beginYear(ctx.database, after.id, confirmedYear(ctx.clock.now()));
  await enqueueMail(ctx, contactKeepsake, { contact_id: after.id });
}
