import { moscowDay } from '@zavet/contract/days';
import type { Context } from '../../../context.ts';
import { button, declareMail, mailText, quietButton } from '../../../platform/mail/mail.ts';
import { linkTo, linkWithSecret } from '../../../platform/mail/mailed-link.ts';
import { dayName } from '../../../platform/mail/templates/mail-words.ts';
import {
  findPerson,
  lockUser,
  namedOwner,
  ownerInSentence,
  ownerInSubject,
} from '../../identity/account/index.ts';
import { findContactNotice, findRoundById, markContactNoticeStarted } from './round-repository.ts';

interface NoticeIds {
  telling_id: string;
}

export const ownerSilentMail = declareMail({
  name: 'owner_silent',
  to: 'a confirmed contact',
  when: 'three check-ins were missed',
  retry: 'week',
  find: ({ database, clock }: Context, { telling_id }: NoticeIds) =>
    database.transaction(async () => {
      const first = await findContactNotice(database, telling_id);
      if (!first) return undefined;
      // Under the lock, activity either cancels this mail or enqueues the reassurance.
      await lockUser(database, first.round.user_id);
      const found = await findContactNotice(database, telling_id);
      const round = found && (await findRoundById(database, found.round.id));
      const owner = round && (await findPerson(database, round.user_id));
      if (!owner || round.ended_at) return undefined;
      await markContactNoticeStarted(database, telling_id, clock.now());
      const facts = {
        ...namedOwner(owner),
        since: moscowDay(round.started_at),
        is_unreached: round.check_ins.some(({ is_refused, repeats }) => is_refused || repeats > 0),
      };
      return { ...found.recipient, facts };
    }),
  text: (words, facts, { publicUrl }) =>
    mailText(
      words,
      'presence.owner_silent',
      (say) => [
        say('body', {
          person: ownerInSentence(facts),
          day: dayName(words, facts.since),
        }),
        ...(facts.is_unreached ? [say('unreached')] : []),
        say('calm'),
        say('reach'),
        say('nothing'),
        say('activation'),
        quietButton(words.t('protocol.open_legacies'), linkTo(publicUrl, '/trusted-legacies')),
        say('later'),
      ],
      { reason: 'contacts.reason', values: { name: ownerInSubject(facts) } },
    ),
});

export const ownerWellMail = declareMail({
  name: 'owner_well',
  to: 'a contact who was notified',
  when: 'the owner is active again',
  retry: 'week',
  find: async ({ database }: Context, { telling_id }: NoticeIds) => {
    const found = await findContactNotice(database, telling_id);
    const owner = found && (await findPerson(database, found.round.user_id));
    if (!owner) return undefined;
    return { ...found.recipient, facts: namedOwner(owner) };
  },
  text: (words, facts) =>
    mailText(
      words,
      'presence.owner_well',
      (say) => [say('body', { person: ownerInSentence(facts) }), say('thanks')],
      { reason: 'contacts.reason', values: { name: ownerInSubject(facts) } },
    ),
});

export const contactsNotifiedMail = declareMail({
  name: 'contacts_told_of_silence',
  to: 'the owner',
  when: 'contacts were notified of missed check-ins, or there is none',
  retry: 'week',
  find: async ({ database, linkTokens }: Context, { round_id }: { round_id: string }) => {
    const round = await findRoundById(database, round_id);
    const owner = round && (await findPerson(database, round.user_id));
    const latest = round?.check_ins.at(-1);
    if (!owner || !latest || round.ended_at || round.told_contacts === null) return undefined;
    const facts = {
      told_contacts: round.told_contacts,
      since: moscowDay(round.started_at),
      token: linkTokens.tokenOf(latest.id),
    };
    return { to: owner.email, language: owner.language, facts };
  },
  text: (words, { told_contacts, since, token }, { publicUrl }) => {
    return mailText(
      words,
      told_contacts > 0 ? 'presence.contacts_told' : 'presence.nobody_told',
      (say) => [
        say('body', { day: dayName(words, since) }),
        say('next'),
        button(words.t('presence.here'), linkWithSecret(publicUrl, '/check-in', { token })),
        words.t('presence.never'),
      ],
    );
  },
});
