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
import { addressOfOwner, mailButton, type ToOwner } from './owner-mail.ts';

/** To an owner who lives: what ended, what is still there, and what to do. */
export const handoverEnded = declareMail({
  name: 'handover_ended',
  to: 'the owner (all addresses)',
  when: 'a handover ended and the owner is active',
  retry: 'persistent',
  find: async (
    ctx: Context,
    { owner_id, address }: HandoverIds,
  ): Promise<FoundMail<object> | undefined> => {
    const owner = await findPerson(ctx.database, owner_id);
    const to = await addressOfOwner(ctx, owner_id, { address });
    return owner && to ? { to, language: owner.language, facts: {} } : undefined;
  },
  text: (words, _, place) =>
    mailText(words, 'protocol.handover_ended', (say) => [
      say('body'),
      say('kept'),
      say('next'),
      mailButton(words, place),
    ]),
});

/** A mail to one of an owner's addresses. */
interface OwnerIds extends ToOwner {
  owner_id: string;
}

interface Closing {
  letters: number;
  /** A moment. */
  at: string;
}

export const lettersClosed = declareMail({
  name: 'letters_closed',
  to: 'the owner (all addresses)',
  when: 'the owner closed unopened letters',
  retry: 'persistent',
  find: (ctx: Context, { letters, at, ...ids }: OwnerIds & Closing) =>
    atAddress(ctx, ids, { letters, at }),
  text: (words, { letters, at }, place) =>
    mailText(words, 'protocol.letters_closed', (say) => [
      say('body', { moment: words.moment(at) }),
      say('letters', { letters }),
      say('meaning'),
      words.t('protocol.arming.not_you'),
      mailButton(words, place),
    ]),
});

export const protocolArmedAgain = declareMail({
  name: 'protocol_armed_again',
  to: 'the owner (all addresses)',
  when: 'the owner armed the protocol again',
  retry: 'persistent',
  find: (ctx: Context, { at, ...ids }: OwnerIds & { at: string }) => atAddress(ctx, ids, { at }),
  text: (words, { at }, place) =>
    mailText(words, 'protocol.protocol_armed_again', (say) => [
      say('body', { moment: words.moment(at) }),
      say('letters'),
      say('next'),
      words.t('protocol.arming.not_you'),
      mailButton(words, place),
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
  text: (words, facts, place) =>
    mailText(
      words,
      'protocol.protocol_ready_again',
      (say) => [
        say('body', { person: personOf(facts) }),
        say('nothing'),
        say('letters'),
        say('doubt'),
        legaciesButton(words, place),
      ],
      { reason: 'contacts.reason' },
    ),
});

interface NoticeIds {
  notice_id: string;
}

export const authorIsWell = declareMail({
  name: 'author_is_well',
  to: 'every recipient of a letter',
  when: 'the owner closed letters or armed the protocol again',
  retry: 'persistent',
  isBulk: true,
  find: async (
    { database, vault }: Context,
    { notice_id }: NoticeIds,
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

/** Undefined when the owner is gone, or has given that address up. */
async function atAddress<Facts>(
  ctx: Pick<Context, 'database'>,
  { owner_id, address }: OwnerIds,
  facts: Facts,
): Promise<FoundMail<Facts> | undefined> {
  const owner = await findPerson(ctx.database, owner_id);
  const email = await addressOfOwner(ctx, owner_id, { address });
  return owner && email ? mailTo({ email, language: owner.language }, facts) : undefined;
}

interface HandoverIds extends ToOwner {
  owner_id: string;
}
