import type { ReconfirmationView } from '@zavet/contract/people/invitation-endpoints';
import { linkLifetimes } from '@zavet/contract/timings';
import type { Context } from '../../../../context.ts';
import { fail } from '../../../../platform/failure.ts';
import { mailedLink } from '../../../../platform/mail/mailed-link.ts';
import { lockUser, recordSecurityEvent } from '../../../identity/account/index.ts';
import { type Contact, findContactById, lockContact } from '../contact-repository.ts';
import { lockOwner, recordContactAnswer, unknownOrigin } from '../contact-transitions.ts';
import { findNamedOwner } from '../invitation-repository.ts';
import {
  type ContactWithReconfirmation,
  findReconfirmation,
  type Reconfirmation,
  updateReconfirmation,
} from './reconfirmation-repository.ts';
import { scheduleAfterConfirmation } from './reconfirmation-rules.ts';

const reconfirmationLink = mailedLink({
  find: async ({ database }: Context, link_digest) => {
    const found = await findReconfirmation(database, { link_digest });
    const mailed_at = found?.reconfirmation.mailed_at;
    return mailed_at ? { ...found, mailed_at } : undefined;
  },
  expiresAt: ({ mailed_at }) => new Date(mailed_at.getTime() + linkLifetimes.reconfirmation),
  lock: async ({ database }, { contact }) => {
    await lockUser(database, contact.user_id);
    await lockContact(database, contact.user_id, contact.id);
  },
});

export async function openReconfirmation(ctx: Context, token: string): Promise<ReconfirmationView> {
  return viewOf(ctx, await reconfirmationLink.open(ctx, token));
}

/** Reconfirms by link. Repeating it changes nothing. */
export function answerReconfirmation(ctx: Context, token: string): Promise<ReconfirmationView> {
  return reconfirmationLink.act(ctx, token, async ({ contact, reconfirmation }) =>
    viewOf(ctx, {
      contact,
      reconfirmation: await recordReconfirmation(ctx, contact, reconfirmation),
    }),
  );
}

/** Declines by link, with the same effect as declining an invitation. The link becomes invalid. */
export function declineReconfirmation(ctx: Context, token: string): Promise<ReconfirmationView> {
  return reconfirmationLink.act(ctx, token, async ({ contact, reconfirmation }) =>
    viewOf(ctx, { contact: await recordContactAnswer(ctx, contact, 'declined'), reconfirmation }),
  );
}

async function viewOf(
  ctx: Context,
  { contact, reconfirmation }: ContactWithReconfirmation,
): Promise<ReconfirmationView> {
  const owner = (await findNamedOwner(ctx, contact)) ?? fail('link_invalid');
  return {
    ...owner,
    contact_name: contact.name,
    contact_email: contact.email,
    preferred_language: contact.preferred_language,
    status: contact.status,
    is_answered: reconfirmation.asked_at === null,
  };
}

/**
 * Reconfirms as a signed-in contact. The caller has checked that the contact is bound to the
 * account.
 */
export function reconfirmAsContact(ctx: Context, contactId: string): Promise<void> {
  const { database } = ctx;
  return database.transaction(async () => {
    const contact = await findContactById(database, contactId);
    if (!contact) return;
    await lockOwner(ctx, contact.user_id);
    await lockContact(database, contact.user_id, contactId);
    const found = await findReconfirmation(database, { contact_id: contactId });
    if (found) await recordReconfirmation(ctx, found.contact, found.reconfirmation);
  });
}

/**
 * Counts another answer of a confirmed contact as a reconfirmation, even if none is pending. The
 * owner must be locked.
 */
export async function recordImpliedReconfirmation(
  ctx: Context,
  userId: string,
  contactId: string,
): Promise<void> {
  const { database, clock } = ctx;
  await lockContact(database, userId, contactId);
  const found = await findReconfirmation(database, { contact_id: contactId });
  if (!found) return;
  const { contact, reconfirmation } = found;
  if (reconfirmation.asked_at !== null) await recordReconfirmation(ctx, contact, reconfirmation);
  else await updateReconfirmation(database, reconfirmation, scheduleAfterConfirmation(clock.now()));
}

/** Records the reconfirmation if one is pending. The contact must be locked. */
async function recordReconfirmation(
  { database, clock }: Context,
  contact: Contact,
  reconfirmation: Reconfirmation,
): Promise<Reconfirmation> {
  if (reconfirmation.asked_at === null) return reconfirmation;
  const now = clock.now();
  const changes = { ...scheduleAfterConfirmation(now), is_unreached: false };
  await updateReconfirmation(database, reconfirmation, changes);
  await recordSecurityEvent(database, contact.user_id, 'contact_confirmed', unknownOrigin, now);
  return { ...reconfirmation, ...changes };
}
