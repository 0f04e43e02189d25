import { linkLifetimes } from '@zavet/contract/timings';
import type { Context } from '../../../../context.ts';
import {
  button,
  declareMail,
  type FoundMail,
  type MailHeldBack,
  mailText,
} from '../../../../platform/mail/mail.ts';
import { linkWithSecret } from '../../../../platform/mail/mailed-link.ts';
import { nameInSubject, nameWithAddress } from '../../../../platform/mail/templates/plain-name.ts';
import { codeOf } from '../confirmation-codes.ts';
import { findDueInvitation, type InvitationIds, invitationOutcome } from './find-invitation.ts';

const dayMs = 24 * 60 * 60 * 1000;

interface InvitationFacts {
  owner_name: string | null;
  owner_email: string;
  code: string;
  token: string;
  invited_at: Date;
}

export const contactInvitation = declareMail({
  name: 'contact_invitation',
  unconfirmedLimit: 'delay',
  to: 'the contact',
  when: 'an owner invites a contact; sent immediately, then by the job',
  ...invitationOutcome,
  find: async (
    ctx: Context,
    ids: InvitationIds,
  ): Promise<FoundMail<InvitationFacts> | MailHeldBack | undefined> => {
    const due = await findDueInvitation(ctx, ids);
    if (!due || 'wait_seconds' in due) return due;
    const { contact, invitation, owner } = due;
    const { serviceKey, linkTokens } = ctx;
    const facts = {
      owner_name: owner.full_name ?? invitation.owner_name,
      owner_email: owner.email,
      code: codeOf(serviceKey, invitation.id),
      token: linkTokens.tokenOf(invitation.id),
      invited_at: invitation.created_at,
    };
    const { email: to, preferred_language: language } = contact;
    return { to, language, reply_to: owner.email, facts };
  },
  text: (words, facts: InvitationFacts, { publicUrl }) => {
    const { owner_name, owner_email, code, token } = facts;
    const person = nameWithAddress(owner_name ?? '', owner_email);
    return mailText(
      words,
      'contacts.contact_invitation',
      (say) => [
        [say('who', { person }), say('service')],
        say('now'),
        say('later'),
        say('cost'),
        say('by_link'),
        button(say('action'), linkWithSecret(publicUrl, '/invitation', { token })),
        say('by_code'),
        { code },
        say('validity', {
          count: linkLifetimes.contactInvitation / dayMs,
        }),
        say('questions'),
        say('stranger'),
      ],
      { reason: 'contacts.reason', values: { name: nameInSubject(owner_name, owner_email) } },
    );
  },
});
