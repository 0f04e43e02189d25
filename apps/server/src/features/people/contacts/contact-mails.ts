import type { Context } from '../../../context.ts';
import { newId } from '../../../platform/ids.ts';
import {
  button,
  declareMail,
  type FoundMail,
  type MailBlock,
  type MailText,
  mailText,
  quietButton,
} from '../../../platform/mail/mail.ts';
import { claimMailAllowance } from '../../../platform/mail/mail-allowance.ts';
import { linkTo } from '../../../platform/mail/mailed-link.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import type { MailWords } from '../../../platform/mail/templates/mail-words.ts';
import { nameInSubject, nameWithAddress } from '../../../platform/mail/templates/plain-name.ts';
import { findPerson } from '../../identity/account/index.ts';
import {
  type Contact,
  type ContactNotice,
  deleteContactNotice,
  findContactById,
  findContactNotice,
  insertContactNotice,
} from './contact-repository.ts';

interface ContactFacts {
  contact_name: string;
  contact_email: string;
}

interface StatusFacts extends ContactFacts {
  is_activated: boolean;
}

interface ContactIds {
  contact_id: string;
}

/** If the contact has changed the answer meanwhile, the mail of the newer answer follows. */
const isCurrentAnswer = {
  contact_accepted: ({ is_confirmed }: Contact) => is_confirmed,
  contact_declined: ({ status }: Contact) => status === 'declined',
};

const answerMail = (name: keyof typeof isCurrentAnswer, when: string) =>
  declareMail({
    name,
    to: 'the owner',
    when,
    retry: 'usual',
    find: async (ctx: Context, { contact_id }: ContactIds) => {
      const contact = await findContactById(ctx.database, contact_id);
      if (!contact || !isCurrentAnswer[name](contact)) return undefined;
      const mail = await mailToOwner(ctx, contact);
      // Contacts may change their answer often.
      const isAllowed = mail && (await claimMailAllowance(ctx, 'contact_answer', contact_id)) === 0;
      return isAllowed ? mail : undefined;
    },
    text: (words, facts: StatusFacts, { publicUrl }) =>
      ownerText(words, name, facts, [
        // After the activation an answer only releases letters to this contact.
        facts.is_activated ? words.t('contacts.late_meaning') : words.t(`contacts.${name}.meaning`),
        contactsButton(words, publicUrl),
      ]),
  });

export const contactAccepted = answerMail('contact_accepted', 'a contact agreed by the link');
export const contactDeclined = answerMail('contact_declined', 'a contact declined by the link');

export const contactFollowed = declareMail({
  name: 'contact_followed',
  to: 'the owner',
  when: "a contact changed their account's address",
  retry: 'usual',
  find: findContactMail,
  text: (words, facts: StatusFacts, { publicUrl }) =>
    ownerText(words, 'contact_followed', facts, [
      words.t('contacts.contact_followed.meaning'),
      words.t('contacts.contact_followed.unexpected'),
      contactsButton(words, publicUrl),
    ]),
});

export const contactAccountDeleted = declareMail({
  name: 'contact_account_deleted',
  to: 'the owner',
  when: 'a contact deleted their own account',
  retry: 'usual',
  find: findContactMail,
  text: (words, facts: StatusFacts, { publicUrl }) =>
    ownerText(words, 'contact_account_deleted', facts, [
      words.t(`contacts.contact_account_deleted.${facts.is_activated ? 'activated' : 'pending'}`),
      contactsButton(words, publicUrl),
    ]),
});

async function findContactMail(ctx: Context, { contact_id }: ContactIds) {
  const contact = await findContactById(ctx.database, contact_id);
  return contact && mailToOwner(ctx, contact);
}

async function mailToOwner(
  { database }: Context,
  { user_id, name: contact_name, email: contact_email, status }: Contact,
): Promise<FoundMail<StatusFacts> | undefined> {
  const owner = await findPerson(database, user_id);
  const facts = { contact_name, contact_email, is_activated: status === 'activated' };
  return owner && { to: owner.email, language: owner.language, facts };
}

interface NoticeIds {
  notice_id: string;
}

async function findNotice(
  { database }: Context,
  { notice_id }: NoticeIds,
): Promise<FoundMail<ContactFacts> | undefined> {
  const notice = await findContactNotice(database, notice_id);
  const owner = notice && (await findPerson(database, notice.user_id));
  const facts = notice && { contact_name: notice.name, contact_email: notice.email };
  return owner && facts && { to: owner.email, language: owner.language, facts };
}

function deleteNotice({ database }: Context, { notice_id }: NoticeIds): Promise<void> {
  return deleteContactNotice(database, notice_id);
}

const noticeMail = (name: 'contact_moved' | 'contact_removed', when: string) =>
  declareMail({
    name,
    to: 'the owner',
    when,
    retry: 'usual',
    find: findNotice,
    text: (words, facts, { publicUrl }) =>
      ownerText(words, name, facts, [
        words.t(`contacts.${name}.not_you`),
        quietButton(words.t('contacts.new_password'), linkTo(publicUrl, '/forgot-password')),
      ]),
    settle: deleteNotice,
  });

/** Mails by kind of notice. */
export const noticeMails = {
  contact_erased: declareMail({
    name: 'contact_erased',
    to: 'the owner',
    when: "an operator erased a contact at that person's request",
    retry: 'usual',
    find: findNotice,
    text: (words, facts: ContactFacts, { publicUrl }) =>
      ownerText(words, 'contact_erased', facts, [
        words.t('contacts.contact_erased.meaning'),
        contactsButton(words, publicUrl),
      ]),
    settle: deleteNotice,
  }),
  contact_moved: noticeMail('contact_moved', 'a confirmed contact got another address'),
  contact_removed: noticeMail('contact_removed', 'a confirmed contact was removed'),
  contact_released: declareMail({
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
          say('body', { person: nameWithAddress(owner_name ?? '', owner_email) }),
          say('unexpected'),
        ],
        {
          reason: 'contacts.released_reason',
          values: { name: nameInSubject(owner_name, owner_email) },
        },
      ),
    settle: deleteNotice,
  }),
} satisfies Record<ContactNotice['kind'], unknown>;

/**
 * Enqueues mails about a contact whose address changed or who is removed. The notices keep the former
 * address until they are sent.
 */
export async function enqueueContactNotices(
  ctx: Context,
  { user_id, name, email, preferred_language }: Contact,
  kinds: readonly ContactNotice['kind'][],
): Promise<void> {
  const { database, clock } = ctx;
  const created_at = clock.now();
  for (const kind of kinds) {
    const id = newId();
    const notice = { id, user_id, kind, name, email, preferred_language, created_at };
    await insertContactNotice(database, notice);
    await enqueueMail(ctx, noticeMails[kind], { notice_id: id }, { mailId: id });
  }
}

function contactsButton(words: MailWords, publicUrl: string): MailBlock {
  return button(words.t('contacts.open_list'), linkTo(publicUrl, '/contact'));
}

function ownerText(
  words: MailWords,
  name:
    | keyof typeof isCurrentAnswer
    | Exclude<ContactNotice['kind'], 'contact_released'>
    | 'contact_followed'
    | 'contact_account_deleted',
  { contact_name, contact_email }: ContactFacts,
  blocks: MailBlock[],
): MailText {
  const person = nameWithAddress(contact_name, contact_email);
  const body = words.t(`contacts.${name}.body`, { person });
  return mailText(words, `contacts.${name}`, () => [body, ...blocks], {
    values: { name: nameInSubject(contact_name, contact_email) },
  });
}
