import type { Context } from '../../../context.ts';
import { emit } from '../../../feature.ts';
import { fail } from '../../../platform/failure.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { lockUser, lockUsers, recordSecurityEvent } from '../../identity/account/index.ts';
import { findAccountByEmail } from './bound-contact-repository.ts';
import { confirmationCardMail } from './confirmation-card.ts';
import { contactChanged } from './contact-mails.ts';
import { contactAcceptedLate, contactUnconfirmed, ownersProtocol } from './contact-ports.ts';
import {
  type Contact,
  type ContactChanges,
  deleteUnchangedContact,
  lockContact,
  updateUnchangedContact,
} from './contact-repository.ts';
import { type ContactEvent, nextContactStatus } from './contact-rules.ts';
import {
  endReconfirmation,
  startReconfirmation,
} from './reconfirmation/reconfirmation-repository.ts';
import { scheduleAfterConfirmation } from './reconfirmation/reconfirmation-rules.ts';

/**
 * Locks and returns a contact. The account is locked first, because another order could deadlock.
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
  // The account was deleted after the session was looked up.
  if (!(await lockUser(database, userId))) fail('session_missing');
}

/**
 * Locks the owner and the account that the contact would be bound to, together, to avoid deadlocks.
 */
export async function lockOwnerAndAccount(
  { database }: Context,
  { user_id, email }: Contact,
): Promise<void> {
  const account = await findAccountByEmail(database, email);
  await lockUsers(database, account ? [user_id, account] : [user_id]);
}

/** Applies an event to a locked contact, or fails with the reason for the refusal. */
export async function applyContactEvent(
  ctx: Context,
  contact: Contact,
  event: ContactEvent,
  changes: ContactChanges = {},
): Promise<Contact> {
  const { database, clock } = ctx;
  const transition = nextContactStatus(contact.status, event);
  if ('refusal' in transition) return fail(transition.refusal);
  const { next } = transition;
  const result =
    next === 'removed'
      ? await deleteUnchangedContact(database, contact)
      : await updateUnchangedContact(database, contact, {
          ...changes,
          status: next,
          updated_at: clock.now(),
        });
  if (!result) throw new Error('The status of a locked contact has changed');
  if (next !== 'removed') await startOrEndReconfirmation(ctx, contact, result);
  const isUnconfirmed = next !== 'confirmed' && next !== 'activated';
  if (contact.is_confirmed && isUnconfirmed) {
    await emit(ctx, contactUnconfirmed, { owner_id: contact.user_id });
  }
  return result;
}

async function startOrEndReconfirmation(
  ctx: Context,
  before: Contact,
  after: Contact,
): Promise<void> {
  if (before.is_confirmed === after.is_confirmed) return;
  if (!after.is_confirmed) return endReconfirmation(ctx.database, after.id);
  await startReconfirmation(ctx.database, after.id, scheduleAfterConfirmation(ctx.clock.now()));
  await enqueueMail(ctx, confirmationCardMail, { contact_id: after.id });
}

/** Accepts by link or by code. If the owner's protocol is active, withheld letters are released. */
export async function applyAcceptance(
  ctx: Context,
  contact: Contact,
  event: 'accepted' | 'code_confirmed',
): Promise<Contact> {
  if (!(await ownersProtocol(ctx).findActive(contact.user_id))) {
    return applyContactEvent(ctx, contact, event);
  }
  const protocol_activated_at = contact.protocol_activated_at ?? ctx.clock.now();
  const accepted = await applyContactEvent(ctx, contact, `${event}_late`, {
    protocol_activated_at,
  });
  if (contact.status !== 'activated') await emit(ctx, contactAcceptedLate, accepted);
  return accepted;
}

/** Origin of contacts' acts: the owner's security log must not reveal their address and browser. */
export const unknownOrigin = { address: null, user_agent: null };

const answerEffects = {
  accepted: { event: 'contact_confirmed', change: 'contact_accepted' },
  declined: { event: 'contact_declined', change: 'contact_declined' },
} as const;

export type ContactAnswer = keyof typeof answerEffects;

/** Records the answer of a locked contact by link, and notifies the owner of a changed status. */
export async function recordContactAnswer(
  ctx: Context,
  contact: Contact,
  answer: ContactAnswer,
): Promise<Contact> {
  const { database, clock } = ctx;
  const answered =
    answer === 'accepted'
      ? await applyAcceptance(ctx, contact, answer)
      : await applyContactEvent(ctx, contact, answer);
  if (answered.status !== contact.status) {
    const { event, change } = answerEffects[answer];
    await recordSecurityEvent(database, answered.user_id, event, unknownOrigin, clock.now());
    await enqueueMail(ctx, contactChanged, { change, contact_id: answered.id });
  }
  return answered;
}
