import type { Context } from '../../../context.ts';
import { declareMail, type FoundMail, mailText } from '../../../platform/mail/mail.ts';
import { nameInSubject } from '../../../platform/mail/templates/plain-name.ts';
import { findPerson } from '../../identity/account/index.ts';
import {
  deleteRecallNotice,
  findConfirmedContact,
  findRecallNotice,
} from '../rearming/rearming-repository.ts';
import {
  greetingOf,
  legaciesButton,
  mailTo,
  personOf,
  type Writer,
  writerOf,
} from './contact-mail.ts';
import { findForOwnerById, mailButton, type OwnerMailIds } from './owner-mail.ts';

interface AddressIds extends OwnerMailIds {
  owner_id: string;
}

interface LettersIds extends AddressIds {
  change: 'closed' | 'armed' | 'ended';
  at?: string;
  letters?: number;
}

export const lettersClosed = declareMail({
  name: 'letters_closed',
  to: 'the owner (all addresses)',
  when: 'the owner closed unopened letters or armed the protocol again; the links have expired after a year and the owner is active',
  retry: 'persistent',
  find: (ctx: Context, { owner_id, address, ...facts }: LettersIds) =>
    findForOwnerById(ctx, owner_id, { address }, facts),
  text: (words, { change, at, letters = 0 }, site) =>
    mailText(words, `protocol.letters_closed.${change}`, (say) => [
      say('body', { moment: at ? words.moment(at) : '', letters }),
      say('next'),
      ...(change === 'ended' ? [] : [words.t('protocol.not_you')]),
      mailButton(words, site),
    ]),
});

interface WellFacts extends Writer {
  recipient_name: string | null;
  is_contact: boolean;
}

export const authorIsWell = declareMail({
  name: 'author_is_well',
  to: 'every recipient of a letter, and every confirmed contact',
  when: 'the owner closed letters or armed the protocol again; contacts only then',
  retry: 'persistent',
  isBulk: true,
  find: (
    ctx: Context,
    ids: { notice_id: string } | { contact_id: string },
  ): Promise<FoundMail<WellFacts> | undefined> =>
    'notice_id' in ids ? findReader(ctx, ids.notice_id) : findContact(ctx, ids.contact_id),
  text: (words, facts, site) => {
    const { is_contact, recipient_name } = facts;
    const name = nameInSubject(facts.owner_name, facts.owner_email ?? '');
    return mailText(
      words,
      'protocol.author_is_well',
      (say) => [
        [say('body', { person: personOf(facts) }), ...(is_contact ? [say('contact')] : [])],
        words.t('protocol.not_them'),
        ...(is_contact ? [legaciesButton(words, site)] : []),
      ],
      {
        reason: is_contact ? 'contacts.reason' : 'protocol.reason',
        greeting: greetingOf(words, recipient_name),
        values: { name },
      },
    );
  },
  settle: async ({ database }, ids) => {
    if ('notice_id' in ids) await deleteRecallNotice(database, ids.notice_id);
  },
});

async function findContact({ database }: Context, contactId: string) {
  const found = await findConfirmedContact(database, contactId);
  const facts = { recipient_name: null, is_contact: true };
  return found && mailTo(found, { ...writerOf(found.owner), ...facts });
}

async function findReader({ database, vault }: Context, noticeId: string) {
  const notice = await findRecallNotice(database, noticeId);
  const owner = notice && (await findPerson(database, notice.user_id));
  if (!owner) return undefined;
  const key = await vault.keyOf(notice.user_id);
  const { id, email, name, language } = notice;
  const recipient_name = name && key.open(id, 'name', name);
  return mailTo(
    { email: key.open(id, 'email', email), language },
    { ...writerOf(owner), recipient_name, is_contact: false },
  );
}
