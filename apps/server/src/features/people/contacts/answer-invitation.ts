import type { InvitationView } from '@zavet/contract/people/invitation-endpoints';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { mailedLink } from '../../../platform/mail/mailed-link.ts';
import { isCodeOf } from './confirmation-codes.ts';
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
  listInvitationsTo,
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

/** Accepts as the signed-in person, who types the code instead of opening the link. */
export async function acceptInvitationByCode(
  ctx: Context,
  { user_id }: Owner,
  code: string,
): Promise<void> {
  const { database, clock, serviceKey } = ctx;
  const invitations = await listInvitationsTo(database, user_id, clock.now());
  const invited = invitations.find(
    ({ invitation: { id, code_digest } }) =>
      code_digest !== null && isCodeOf(serviceKey, { id, code_digest }, code),
  );
  if (!invited) return fail('invalid_code');
  await database.transaction(async () => {
    await lockOwnerAndAccount(ctx, invited.contact);
    const contact = await lockContact(database, invited.contact.user_id, invited.contact.id);
    // The invitation was replaced, or sent to another address, after the comparison.
    const current = await findInvitedContact(database, { id: invited.invitation.id });
    if (!contact || !current || contact.email !== invited.contact.email) {
      return fail('invalid_code');
    }
    await recordContactAnswer(ctx, contact, 'accepted');
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
