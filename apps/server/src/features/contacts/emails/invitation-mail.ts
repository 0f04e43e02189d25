import { linkLifetimes } from '@zavet/contract/timings';
import { linkWithSecret } from '../../../platform/mail/link-to.ts';
import { declareMail, type FoundMail, type MailHeldBack } from '../../../platform/mail/mail.ts';
import { takeMailAllowance } from '../../../platform/mail/mail-allowance.ts';
import { button, mailText } from '../../../platform/mail/mail-text.ts';
import { nameWithAddress } from '../../../platform/mail/templates/plain-name.ts';
import { findPerson } from '../../account/public.ts';
import { codeOf } from '../confirmation-codes.ts';
import type { ContactDeps } from '../contact-deps.ts';
import type { Contact } from '../contact-repository.ts';
import {
  findInvitedContact,
  type InvitedContact,
  recordMailState,
} from '../invitation-repository.ts';
import { nameInSubject } from './name-in-subject.ts';

const dayMs = 24 * 60 * 60 * 1000;
const givenUpAfterMs = 7 * dayMs;
const fromOneOwner = { max: 60, seconds: 3_600 };

interface InvitationIds {
  invitation_id: string;
}

interface InvitationFacts {
  owner_name: string | null;
  owner_email: string;
  code: string;
  token: string;
  invited_at: Date;
}

export const contactInvitation = declareMail({
  name: 'contact_invitation',
  to: 'the person who was named as a contact',
  when: 'an owner names or invites a contact; handed over at once, then by the job',
  retry: 'until_final',
  find: async (
    deps: ContactDeps,
    { invitation_id }: InvitationIds,
  ): Promise<FoundMail<InvitationFacts> | MailHeldBack | undefined> => {
    const { database, clock, serviceKey, linkTokens } = deps;
    const invited = await findInvitedContact(database, { id: invitation_id });
    if (!invited || !isWanted(invited, clock.now())) return undefined;
    const { contact, invitation } = invited;
    const wait_seconds = await takeAllowance(deps, contact);
    if (wait_seconds > 0) return { wait_seconds };
    const owner = await findPerson(database, contact.user_id);
    if (!owner) return undefined;
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
  text: (words, facts, { publicUrl }) => {
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
  onTaken: ({ database }, { invitation_id }) => recordMailState(database, invitation_id, 'sent'),
  onRefused: ({ database }, { invitation_id }) =>
    recordMailState(database, invitation_id, 'refused'),
  isFinal: ({ clock }, { permanent }, { invited_at }) =>
    permanent || clock.now().getTime() - invited_at.getTime() > givenUpAfterMs,
});

/** Not when it was taken before, and not when the contact has answered or the link has ended. */
function isWanted({ invitation, contact }: InvitedContact, now: Date): boolean {
  return (
    invitation.mail_state !== 'sent' && contact.status === 'pending' && invitation.expires_at > now
  );
}

/** Owners may name any address, so it gets only so many invitations, and one owner sends only so many. */
async function takeAllowance(deps: ContactDeps, { email, user_id }: Contact): Promise<number> {
  const wait = await takeMailAllowance(deps, 'contact_invitation', email);
  return wait > 0
    ? wait
    : takeMailAllowance(deps, 'contact_invitation_from', user_id, fromOneOwner);
}
