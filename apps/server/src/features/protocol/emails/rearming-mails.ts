import type { Context } from '../../../context.ts';
import { declareMail, type FoundMail, mailText } from '../../../platform/mail/mail.ts';
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
import { findForOwnerById, mailButton, type ToOwner } from './owner-mail.ts';

interface AddressIds extends ToOwner {
  owner_id: string;
}

export const lettersClosed = declareMail({
  name: 'letters_closed',
  to: 'the owner (all addresses)',
  when: 'the owner closed unopened letters',
  retry: 'persistent',
  find: (ctx: Context, { letters, at, ...ids }: AddressIds & { letters: number; at: string }) =>
    findForOwnerById(ctx, ids.owner_id, ids, { letters, at }),
  text: (words, { letters, at }, site) =>
    mailText(words, 'protocol.letters_closed', (say) => [
      say('body', { moment: words.moment(at) }),
      say('letters', { letters }),
      say('meaning'),
      words.t('protocol.arming.not_you'),
      mailButton(words, site),
    ]),
});

export const protocolArmedAgain = declareMail({
  name: 'protocol_armed_again',
  to: 'the owner (all addresses)',
  when: 'the owner armed the protocol again',
  retry: 'persistent',
  find: (ctx: Context, { at, ...ids }: AddressIds & { at: string }) =>
    findForOwnerById(ctx, ids.owner_id, ids, { at }),
  text: (words, { at }, site) =>
    mailText(words, 'protocol.protocol_armed_again', (say) => [
      say('body', { moment: words.moment(at) }),
      say('letters'),
      say('next'),
      words.t('protocol.arming.not_you'),
      mailButton(words, site),
    ]),
});

export const protocolReadyAgain = declareMail({
  name: 'protocol_ready_again',
  to: 'every confirmed contact',
  when: 'the owner armed the protocol again',
  retry: 'persistent',
  find: async (
    { database }: Context,
    { contact_id }: { contact_id: string },
  ): Promise<FoundMail<Writer> | undefined> => {
    const found = await findConfirmedContact(database, contact_id);
    return found && mailTo(found, writerOf(found.owner));
  },
  text: (words, facts, site) =>
    mailText(
      words,
      'protocol.protocol_ready_again',
      (say) => [
        say('body', { person: personOf(facts) }),
        say('nothing'),
        say('letters'),
        say('doubt'),
        legaciesButton(words, site),
      ],
      { reason: 'contacts.reason' },
    ),
});

export const authorIsWell = declareMail({
  name: 'author_is_well',
  to: 'every recipient of a letter',
  when: 'the owner closed letters or armed the protocol again',
  retry: 'persistent',
  isBulk: true,
  find: async (
    { database, vault }: Context,
    { notice_id }: { notice_id: string },
  ): Promise<FoundMail<Writer & { recipient_name: string | null }> | undefined> => {
    const notice = await findRecallNotice(database, notice_id);
    const owner = notice && (await findPerson(database, notice.user_id));
    if (!owner) return undefined;
    const key = await vault.keyOf(notice.user_id);
    const { id, email, name, language } = notice;
    return mailTo(
      { email: key.open(id, 'email', email), language },
      { ...writerOf(owner), recipient_name: name && key.open(id, 'name', name) },
    );
  },
  text: (words, facts) =>
    mailText(
      words,
      'protocol.author_is_well',
      (say) => [
        say('body', { person: personOf(facts) }),
        say('letters'),
        say('nothing'),
        say('doubt'),
      ],
      { reason: 'protocol.reason', greeting: greetingOf(words, facts.recipient_name) },
    ),
  settle: ({ database }, { notice_id }) => deleteRecallNotice(database, notice_id),
});

export const handoverEnded = declareMail({
  name: 'handover_ended',
  to: 'the owner (all addresses)',
  when: 'a handover ended and the owner is active',
  retry: 'persistent',
  find: (ctx: Context, ids: AddressIds) => findForOwnerById(ctx, ids.owner_id, ids, {}),
  text: (words, _, site) =>
    mailText(words, 'protocol.handover_ended', (say) => [
      say('body'),
      say('kept'),
      say('next'),
      mailButton(words, site),
    ]),
});

export const rearmingMails = [
  lettersClosed,
  protocolArmedAgain,
  protocolReadyAgain,
  authorIsWell,
  handoverEnded,
];
