import type { Context } from '../../../../context.ts';
import {
  button,
  declareMail,
  type FoundMail,
  mailText,
  quietButton,
} from '../../../../platform/mail/mail.ts';
import { claimMailAllowance } from '../../../../platform/mail/mail-allowance.ts';
import { linkTo, linkWithSecret } from '../../../../platform/mail/mailed-link.ts';
import { nameInSubject } from '../../../../platform/mail/templates/plain-name.ts';
import { type CardFacts, findCardFacts } from '../card/card-facts.ts';
import { cardWords } from '../card/card-words.ts';
import { ownersProtocol } from '../contact-ports.ts';
import { findContactById } from '../contact-repository.ts';
import { findInvitedContact } from '../invitation-repository.ts';

interface ArchiveFacts extends CardFacts {
  /** Of the invitation, while its link lives. */
  token: string | null;
}

export const contactKeepsake = declareMail({
  name: 'contact_keepsake',
  to: 'the contact',
  when: 'the contact accepted; a summary to keep',
  retry: 'usual',
  find: async (
    ctx: Context,
    { contact_id }: { contact_id: string },
  ): Promise<FoundMail<ArchiveFacts> | undefined> => {
    const { database, clock, linkTokens } = ctx;
    const contact = await findContactById(database, contact_id);
    // After a start «nothing to do now» would be wrong, and the letters say what is to be done.
    if (
      contact?.status !== 'confirmed' ||
      (await ownersProtocol(ctx).isUnderWay(contact.user_id))
    ) {
      return undefined;
    }
    const card = await findCardFacts(ctx, contact);
    // A contact may change the answer at will; the mailbox is spared that.
    if (!card || (await claimMailAllowance(ctx, 'contact_keepsake', contact_id)) > 0) {
      return undefined;
    }
    const { user_id } = contact;
    const invited = await findInvitedContact(database, { contact_id, user_id });
    const isAlive = invited && invited.invitation.expires_at > clock.now();
    const token = isAlive ? linkTokens.tokenOf(invited.invitation.id) : null;
    const { email: to, preferred_language: language } = contact;
    return { to, language, reply_to: card.owner_email, facts: { ...card, token } };
  },
  text: (words, facts, place) => {
    const { token, owner_name, owner_email } = facts;
    const { asked, address, signIn, pin, steps } = cardWords(words, facts, place);
    const legacies = linkTo(place.publicUrl, '/trusted-legacies');
    return mailText(
      words,
      'contacts.contact_keepsake',
      (say) => [
        asked,
        say('now'),
        say('where', { address }),
        signIn,
        pin,
        words.t('card.steps.title'),
        ...steps.map((step, index) => `${index + 1}. ${step}`),
        say(token ? 'card' : 'card_later'),
        token
          ? button(say('action'), linkWithSecret(place.publicUrl, '/invitation', { token }))
          : quietButton(say('sign_in_action'), legacies),
        say('questions'),
      ],
      { reason: 'contacts.reason', values: { name: nameInSubject(owner_name, owner_email) } },
    );
  },
});
