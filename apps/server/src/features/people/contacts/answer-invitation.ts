import type { InvitationView } from '@zavet/contract/contacts/invitation-endpoints';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { lockBothSides } from './agree-contact.ts';
import { ownersProtocol } from './contact-ports.ts';
import { lockContact } from './contact-repository.ts';
import { findInvitedContact, type InvitedContact } from './invitation-repository.ts';
import { findNamedOwner } from './named-owner.ts';
import { type ContactAnswer, takeAnswer } from './take-answer.ts';

/** What is asked of the person who holds this link. */
export async function openInvitation(ctx: Context, token: string): Promise<InvitationView> {
  return viewOf(ctx, await findByToken(ctx, token));
}

/** Takes the answer of the invited person. It can be repeated and changed while the link lives. */
export function answerInvitation(
  ctx: Context,
  token: string,
  answer: ContactAnswer,
): Promise<InvitationView> {
  return ctx.database.transaction(async () => {
    const invited = await lockByToken(ctx, token);
    const contact = await takeAnswer(ctx, invited.contact, answer);
    return viewOf(ctx, { ...invited, contact });
  });
}

/** The invitation of a link that is alive. */
export async function findByToken(
  { database, linkTokens, clock }: Context,
  token: string,
): Promise<InvitedContact> {
  const found = await findInvitedContact(database, { link_digest: linkTokens.digestOf(token) });
  if (!found) return fail('link_invalid');
  if (found.invitation.expires_at <= clock.now()) return fail('link_expired');
  return found;
}

/** Accounts, then contact, as everywhere; read again, since both may have changed while waiting. */
async function lockByToken(ctx: Context, token: string): Promise<InvitedContact> {
  const { database } = ctx;
  const { contact } = await findByToken(ctx, token);
  await lockBothSides(ctx, contact);
  await lockContact(database, contact.user_id, contact.id);
  return findByToken(ctx, token);
}

async function viewOf(
  ctx: Context,
  { invitation, contact }: InvitedContact,
): Promise<InvitationView> {
  const owner = (await findNamedOwner(ctx, contact)) ?? fail('link_invalid');
  const active = await ownersProtocol(ctx).findActive(contact.user_id);
  return {
    ...owner,
    contact_name: contact.name,
    contact_email: contact.email,
    preferred_language: contact.preferred_language,
    status: contact.status,
    active_protocol: active
      ? { activated_by: active.activated_by, activated_at: active.activated_at }
      : null,
    expires_at: invitation.expires_at,
  };
}
