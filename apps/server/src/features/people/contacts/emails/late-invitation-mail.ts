import type { Context } from '../../../../context.ts';
import { button, declareMail, mailText } from '../../../../platform/mail/mail.ts';
import { linkWithSecret } from '../../../../platform/mail/mailed-link.ts';
import {
  isolated,
  nameInSubject,
  nameWithAddress,
  plainName,
} from '../../../../platform/mail/templates/plain-name.ts';
import { ownersProtocol } from '../contact-ports.ts';
import { findDueInvitation, type InvitationIds, invitationOutcome } from './find-invitation.ts';

interface LateInvitationFacts {
  owner_name: string | null;
  owner_email: string;
  /** Null when that contact is gone. */
  activated_by: string | null;
  token: string;
  invited_at: Date;
}

export const lateInvitation = declareMail({
  name: 'late_invitation',
  to: 'an unanswered contact after a release',
  when: 'letters are kept for the contact',
  ...invitationOutcome,
  find: async (ctx: Context, ids: InvitationIds) => {
    const due = await findDueInvitation(ctx, ids);
    if (!due || 'wait_seconds' in due) return due;
    const { contact, invitation, owner } = due;
    const active = await ownersProtocol(ctx).findActive(contact.user_id);
    if (!active) return undefined;
    const facts = {
      owner_name: owner.full_name,
      owner_email: owner.email,
      activated_by: active.activated_by,
      token: ctx.linkTokens.tokenOf(invitation.id),
      invited_at: invitation.created_at,
    };
    return { to: contact.email, language: contact.preferred_language, facts };
  },
  text: (words, facts: LateInvitationFacts, { publicUrl }) => {
    const { owner_name, owner_email, activated_by, token } = facts;
    const person = nameWithAddress(owner_name ?? '', owner_email);
    const activator = isolated(plainName(activated_by ?? ''));
    return mailText(
      words,
      'contacts.late_invitation',
      (say) => [
        say('who', { person }),
        activator ? say('started', { activator }) : say('started_by_somebody'),
        say('kept'),
        say('answer'),
        button(say('action'), linkWithSecret(publicUrl, '/invitation', { token })),
        say('validity'),
        say('stranger'),
      ],
      { reason: 'contacts.reason', values: { name: nameInSubject(owner_name, owner_email) } },
    );
  },
});
