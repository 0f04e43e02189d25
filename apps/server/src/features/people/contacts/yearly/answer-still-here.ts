import type { ReconfirmationView } from '@zavet/contract/people/invitation-endpoints';
import { linkLifetimes } from '@zavet/contract/timings';
import type { Context } from '../../../../context.ts';
import { fail } from '../../../../platform/failure.ts';
import { mailedLink } from '../../../../platform/mail/mailed-link.ts';
import { lockUser } from '../../../identity/account/index.ts';
import { lockContact } from '../contact-repository.ts';
import { findNamedOwner } from '../named-owner.ts';
import { takeAnswer } from '../take-answer.ts';
import { recordStillHere } from './record-still-here.ts';
import { type CheckedContact, findChecked } from './yearly-repository.ts';

const stillHereLink = mailedLink({
  find: async ({ database }: Context, link_digest) => {
    const found = await findChecked(database, { link_digest });
    return found?.check.mailed_at ? { ...found, mailed_at: found.check.mailed_at } : undefined;
  },
  expiresAt: ({ mailed_at }) => new Date(mailed_at.getTime() + linkLifetimes.reconfirmation),
  lock: async ({ database }, { contact }) => {
    await lockUser(database, contact.user_id);
    await lockContact(database, contact.user_id, contact.id);
  },
});

/** The question to the contact who holds the link. */
export async function openReconfirmation(ctx: Context, token: string): Promise<ReconfirmationView> {
  return viewOf(ctx, await stillHereLink.open(ctx, token));
}

/** The contact is still there. Once that is said, saying it again changes nothing. */
export function answerReconfirmation(ctx: Context, token: string): Promise<ReconfirmationView> {
  return stillHereLink.act(ctx, token, async ({ contact, check }) =>
    viewOf(ctx, { contact, check: await recordStillHere(ctx, contact, check) }),
  );
}

/** The contact can no longer do it: the same as declining an invitation. The link ends with it. */
export function declineReconfirmation(ctx: Context, token: string): Promise<ReconfirmationView> {
  return stillHereLink.act(ctx, token, async ({ contact, check }) =>
    viewOf(ctx, { contact: await takeAnswer(ctx, contact, 'declined'), check }),
  );
}

async function viewOf(
  ctx: Context,
  { contact, check }: CheckedContact,
): Promise<ReconfirmationView> {
  const owner = (await findNamedOwner(ctx, contact)) ?? fail('link_invalid');
  return {
    ...owner,
    contact_name: contact.name,
    contact_email: contact.email,
    preferred_language: contact.preferred_language,
    status: contact.status,
    is_answered: check.asked_at === null,
  };
}
