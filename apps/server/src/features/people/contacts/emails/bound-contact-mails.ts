import type { Context } from '../../../../context.ts';
import { declareMail, mailText } from '../../../../platform/mail/mail.ts';
import { linkTo } from '../../../../platform/mail/mailed-link.ts';
import { nameInSubject, nameWithAddress } from '../../../../platform/mail/templates/plain-name.ts';
import { findPerson } from '../../../identity/account/index.ts';
import { findContactById } from '../contact-repository.ts';

interface BoundContactFacts {
  contact_name: string;
  contact_email: string;
  /** Took part in an activation. */
  is_activated: boolean;
}

async function findBoundContact({ database }: Context, { contact_id }: { contact_id: string }) {
  const contact = await findContactById(database, contact_id);
  const owner = contact && (await findPerson(database, contact.user_id));
  if (!owner) return undefined;
  const facts: BoundContactFacts = {
    contact_name: contact.name,
    contact_email: contact.email,
    is_activated: contact.status === 'activated',
  };
  return { to: owner.email, language: owner.language, facts };
}

export const contactFollowed = declareMail({
  name: 'contact_followed',
  to: 'the owner',
  when: "a contact changed their account's address",
  retry: 'usual',
  find: findBoundContact,
  text: (words, { contact_name, contact_email }: BoundContactFacts, { publicUrl }) =>
    mailText(
      words,
      'contacts.contact_followed',
      (say) => [
        say('body', { person: nameWithAddress(contact_name, contact_email) }),
        say('meaning'),
        say('unexpected'),
        { button: words.t('contacts.open_list'), href: linkTo(publicUrl, '/contact') },
      ],
      { values: { name: nameInSubject(contact_name, contact_email) } },
    ),
});

export const contactAccountDeleted = declareMail({
  name: 'contact_account_deleted',
  to: 'the owner',
  when: 'a contact deleted their own account',
  retry: 'usual',
  find: findBoundContact,
  text: (words, facts: BoundContactFacts, { publicUrl }) => {
    const { contact_name, contact_email, is_activated } = facts;
    return mailText(
      words,
      'contacts.contact_account_deleted',
      (say) => [
        say('body', { person: nameWithAddress(contact_name, contact_email) }),
        is_activated ? say('activated') : say('pending'),
        { button: words.t('contacts.open_list'), href: linkTo(publicUrl, '/contact') },
      ],
      { values: { name: nameInSubject(contact_name, contact_email) } },
    );
  },
});
