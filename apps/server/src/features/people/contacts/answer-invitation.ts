import type { InvitationView } from '@zavet/contract/people/invitation-endpoints';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { mailedLink } from '../../../platform/mail/mailed-link.ts';
import { ownersProtocol } from './contact-ports.ts';
import { lockContact } from './contact-repository.ts';
import {
  type ContactAnswer,
  lockOwnerAndAccount,
  recordContactAnswer,
} from './contact-transitions.ts';
import {
  findInvitedContact,
  findNamedOwner,
  type InvitedContact,
} from './invitation-repository.ts';

/** Link of an invitation or a late invitation. It can be used repeatedly until it expires. */
export const invitationLink = mailedLink({
  find: ({ database }: Context, link_digest) => findInvitedContact(database, { link_digest }),
  expiresAt: ({ invitation }) => invitation.expires_at,
  lock: async (ctx, { contact }) => {
    await lockOwnerAndAccount(ctx, contact);
    await lockContact(ctx.database, contact.user_id, contact.id);
  },
});

export async function openInvitation(ctx: Context, token: string): Promise<InvitationView> {
  return viewOf(ctx, await invitationLink.open(ctx, token));
}

export function answerInvitation(
  ctx: Context,
  token: string,
  answer: ContactAnswer,
): Promise<InvitationView> {
  return invitationLink.act(ctx, token, async (invited) => {
    const contact = await recordContactAnswer(ctx, invited.contact, answer);
    return viewOf(ctx, { ...invited, contact });
  });
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
