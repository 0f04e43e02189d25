import type { Context } from '../../../../context.ts';
import {
  declareMail,
  type FoundMail,
  type MailBlock,
  type MailText,
  mailText,
} from '../../../../platform/mail/mail.ts';
import { claimMailAllowance } from '../../../../platform/mail/mail-allowance.ts';
import { linkTo } from '../../../../platform/mail/mailed-link.ts';
import type { MailWords } from '../../../../platform/mail/templates/mail-words.ts';
import { nameInSubject, nameWithAddress } from '../../../../platform/mail/templates/plain-name.ts';
import { findPerson } from '../../../identity/account/index.ts';
import {
  type ContactNotice,
  deleteContactNotice,
  findContactNotice,
} from '../contact-notice-repository.ts';
import { type Contact, findContactById } from '../contact-repository.ts';
import { contactAccountDeleted, contactFollowed } from './bound-contact-mails.ts';
import { contactInvitation } from './invitation-mail.ts';
import { contactKeepsake } from './keepsake-mail.ts';
import { lateInvitation } from './late-invitation-mail.ts';
import { stillHereQuestion } from './still-here-mail.ts';

interface ContactFacts {
  contact_name: string;
  contact_email: string;
}

interface AnswerFacts extends ContactFacts {
  /** The answer came after the activation: it lets letters go, and makes nobody an activator. */
  is_late: boolean;
}

/** A contact who answered otherwise meanwhile: the mail about the newer answer follows. */
const answers = {
  contact_accepted: ({ is_confirmed }: Contact) => is_confirmed,
  contact_declined: ({ status }: Contact) => status === 'declined',
};

const answerMail = (name: keyof typeof answers, when: string) =>
  declareMail({
    name,
    to: 'the owner',
    when,
    retry: 'usual',
    find: async (ctx: Context, { contact_id }: { contact_id: string }) => {
      const { database } = ctx;
      const contact = await findContactById(database, contact_id);
      if (!contact || !answers[name](contact)) return undefined;
      const owner = await findPerson(database, contact.user_id);
      // A contact may change the answer at will; the owner's mailbox is spared that.
      if (!owner || (await claimMailAllowance(ctx, 'contact_answer', contact_id)) > 0) {
        return undefined;
      }
      const { name: contact_name, email: contact_email, status } = contact;
      const facts = { contact_name, contact_email, is_late: status === 'activated' };
      return { to: owner.email, language: owner.language, facts };
    },
    text: (words, facts: AnswerFacts, { publicUrl }) =>
      toOwner(words, name, facts, [
        facts.is_late ? words.t('contacts.late_meaning') : words.t(`contacts.${name}.meaning`),
        { button: words.t('contacts.open_list'), href: linkTo(publicUrl, '/contact') },
      ]),
  });

export const contactAccepted = answerMail('contact_accepted', 'a contact agreed by the link');
export const contactDeclined = answerMail('contact_declined', 'a contact declined by the link');

interface NoticeIds {
  notice_id: string;
}

async function findNoticed(
  { database }: Context,
  { notice_id }: NoticeIds,
): Promise<FoundMail<ContactFacts> | undefined> {
  const notice = await findContactNotice(database, notice_id);
  const owner = notice && (await findPerson(database, notice.user_id));
  const facts = notice && { contact_name: notice.name, contact_email: notice.email };
  return owner && facts && { to: owner.email, language: owner.language, facts };
}

const noticeMail = (name: 'contact_moved' | 'contact_removed', when: string) =>
  declareMail({
    name,
    to: 'the owner',
    when,
    retry: 'usual',
    find: findNoticed,
    text: (words, facts, { publicUrl }) =>
      toOwner(words, name, facts, [
        words.t(`contacts.${name}.not_you`),
        {
          button: words.t('contacts.new_password'),
          href: linkTo(publicUrl, '/forgot-password'),
          isQuiet: true,
        },
      ]),
    settle: forgetNotice,
  });

const contactReleased = declareMail({
  name: 'contact_released',
  to: 'the former address of a contact',
  when: 'a confirmed contact got another address or was removed',
  retry: 'usual',
  find: async ({ database }: Context, { notice_id }: NoticeIds) => {
    const notice = await findContactNotice(database, notice_id);
    const owner = notice && (await findPerson(database, notice.user_id));
    if (!owner) return undefined;
    const facts = { owner_name: owner.full_name, owner_email: owner.email };
    return { to: notice.email, language: notice.preferred_language, facts };
  },
  text: (words, { owner_name, owner_email }) =>
    mailText(
      words,
      'contacts.contact_released',
      (say) => [
        say('body', {
          person: nameWithAddress(owner_name ?? '', owner_email),
        }),
        say('unexpected'),
      ],
      {
        reason: 'contacts.released_reason',
        values: { name: nameInSubject(owner_name, owner_email) },
      },
    ),
  settle: forgetNotice,
});

/** The mails about a contact that was moved or removed, by the kind of their notice. */
export const noticeMails = {
  contact_erased: declareMail({
    name: 'contact_erased',
    to: 'the owner',
    when: "an operator erased a contact at that person's request",
    retry: 'usual',
    find: findNoticed,
    text: (words, facts: ContactFacts, { publicUrl }) =>
      toOwner(words, 'contact_erased', facts, [
        words.t('contacts.contact_erased.meaning'),
        { button: words.t('contacts.open_list'), href: linkTo(publicUrl, '/contact') },
      ]),
    settle: forgetNotice,
  }),
  contact_moved: noticeMail('contact_moved', 'a confirmed contact got another address'),
  contact_removed: noticeMail('contact_removed', 'a confirmed contact was removed'),
  contact_released: contactReleased,
} satisfies Record<ContactNotice['kind'], unknown>;

export const contactMails = [
  contactInvitation,
  lateInvitation,
  contactAccepted,
  contactDeclined,
  contactKeepsake,
  stillHereQuestion,
  contactFollowed,
  contactAccountDeleted,
  ...Object.values(noticeMails),
];

function forgetNotice({ database }: Context, { notice_id }: NoticeIds): Promise<void> {
  return deleteContactNotice(database, notice_id);
}

/** What has happened to a contact; what follows from that stands in the blocks. */
function toOwner(
  words: MailWords,
  name: keyof typeof answers | 'contact_moved' | 'contact_removed' | 'contact_erased',
  { contact_name, contact_email }: ContactFacts,
  blocks: MailBlock[],
): MailText {
  const person = nameWithAddress(contact_name, contact_email);
  const body = words.t(`contacts.${name}.body`, { person });
  return mailText(words, `contacts.${name}`, () => [body, ...blocks], {
    values: { name: nameInSubject(contact_name, contact_email) },
  });
}
