import type { Context } from '../../../../context.ts';
import { linkTo } from '../../../../platform/mail/link-to.ts';
import { declareMail, type FoundMail } from '../../../../platform/mail/mail.ts';
import { mailText, quietButton } from '../../../../platform/mail/mail-text.ts';
import { dayName } from '../../../../platform/mail/templates/figures.ts';
import {
  findLastSeen,
  findPerson,
  lockUser,
  type NamedOwner,
  namedOwner,
  ownerInSentence,
  ownerInSubject,
} from '../../../identity/account/index.ts';
import {
  beginTelling,
  deleteTelling,
  findTelling,
  listWarnings,
} from '../absence/absence-repository.ts';

interface TellingIds {
  telling_id: string;
}

/** To a contact, with the last warning: what will end, and what to do if the owner has died. */
export const ownerAbsent = declareMail({
  name: 'owner_absent',
  to: 'a confirmed contact',
  when: 'with the last absence warning',
  retry: 'week',
  find: (
    { database, clock }: Context,
    { telling_id }: TellingIds,
  ): Promise<FoundMail<NamedOwner & { removal_on: string }> | undefined> =>
    database.transaction(async () => {
      const first = await findTelling(database, telling_id);
      if (!first) return undefined;
      const { user_id } = first.telling;
      // A sign of life at this moment either stops the mail or knows that it is on its way.
      await lockUser(database, user_id);
      const found = await findTelling(database, telling_id);
      const owner = await findPerson(database, user_id);
      const [warned, ...others] = await listWarnings(database, user_id);
      const last = others.at(-1);
      const seen = await findLastSeen(database, user_id, clock.now());
      const isBack = !warned || (seen !== undefined && seen >= warned.first_ordered_at);
      if (!found || !owner || !last || isBack || found.telling.ended_at) return undefined;
      await beginTelling(database, telling_id, clock.now());
      const facts = { ...namedOwner(owner), removal_on: last.removal_on };
      return { to: found.contact.email, language: found.contact.preferred_language, facts };
    }),
  text: (words, facts, { publicUrl }) =>
    mailText(
      words,
      'retention.owner_absent',
      (say) => [
        say('body', {
          person: ownerInSentence(facts),
          day: dayName(words, facts.removal_on),
        }),
        say('reach'),
        say('activation'),
        quietButton(words.t('protocol.open_legacies'), linkTo(publicUrl, '/trusted-legacies')),
        say('pause'),
        say('later'),
      ],
      { reason: 'contacts.reason', values: { name: ownerInSubject(facts) } },
    ),
});

/** To a contact who was told: nothing is removed. */
export const ownerBack = declareMail({
  name: 'owner_back',
  to: 'a contact who was notified',
  when: 'the removal for absence is off',
  retry: 'week',
  find: async (
    { database }: Context,
    { telling_id }: TellingIds,
  ): Promise<FoundMail<NamedOwner> | undefined> => {
    const found = await findTelling(database, telling_id);
    const owner = found?.telling.ended_at && (await findPerson(database, found.telling.user_id));
    if (!owner) return undefined;
    return {
      to: found.contact.email,
      language: found.contact.preferred_language,
      facts: namedOwner(owner),
    };
  },
  text: (words, facts) =>
    mailText(
      words,
      'retention.owner_back',
      (say) => [say('body', { person: ownerInSentence(facts) }), say('nothing')],
      { reason: 'contacts.reason', values: { name: ownerInSubject(facts) } },
    ),
  settle: forgetTelling,
});

function forgetTelling({ database }: Context, { telling_id }: TellingIds): Promise<void> {
  return deleteTelling(database, telling_id);
}
