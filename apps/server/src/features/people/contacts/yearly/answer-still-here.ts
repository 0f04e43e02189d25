import type { StillHereView } from '@zavet/contract/contacts/still-here-endpoints';
import { linkLifetimes } from '@zavet/contract/timings';
import type { Context } from '../../../../context.ts';
import { fail } from '../../../../platform/failure.ts';
import { lockUser } from '../../../identity/account/index.ts';
import { lockContact } from '../contact-repository.ts';
import { findNamedOwner } from '../named-owner.ts';
import { takeAnswer } from '../take-answer.ts';
import { recordStillHere } from './record-still-here.ts';
import { type CheckedContact, findChecked } from './yearly-repository.ts';

/** What the contact who holds this link is asked. */
export async function openStillHere(ctx: Context, token: string): Promise<StillHereView> {
  return viewOf(ctx, await findByToken(ctx, token));
}

/** The contact is still there. Once that is said, saying it again changes nothing. */
export function answerStillHere(ctx: Context, token: string): Promise<StillHereView> {
  return ctx.database.transaction(async () => {
    const { contact, check } = await lockByToken(ctx, token);
    return viewOf(ctx, { contact, check: await recordStillHere(ctx, contact, check) });
  });
}

/** The contact can no longer do it: the same as declining an invitation. The link ends with it. */
export function declineStillHere(ctx: Context, token: string): Promise<StillHereView> {
  return ctx.database.transaction(async () => {
    const { contact, check } = await lockByToken(ctx, token);
    return viewOf(ctx, { contact: await takeAnswer(ctx, contact, 'declined'), check });
  });
}

async function findByToken(
  { database, linkTokens, clock }: Context,
  token: string,
): Promise<CheckedContact> {
  const found = await findChecked(database, { link_digest: linkTokens.digestOf(token) });
  if (!found?.check.mailed_at) return fail('link_invalid');
  const endsAt = found.check.mailed_at.getTime() + linkLifetimes.stillHere;
  if (endsAt <= clock.now().getTime()) return fail('link_expired');
  return found;
}

/** Account, then contact, as everywhere; read again, since both may have changed while waiting. */
async function lockByToken(ctx: Context, token: string): Promise<CheckedContact> {
  const { contact } = await findByToken(ctx, token);
  await lockUser(ctx.database, contact.user_id);
  await lockContact(ctx.database, contact.user_id, contact.id);
  return findByToken(ctx, token);
}

async function viewOf(ctx: Context, { contact, check }: CheckedContact): Promise<StillHereView> {
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
