import type { EndReminder } from '@zavet/contract/protocol/protocol-values';
import type { Context } from '../../../context.ts';
import { declareMail, type FoundMail, mailText } from '../../../platform/mail/mail.ts';
import { findActivation } from '../activation/activation-repository.ts';
import { endsUnlessContinued } from '../activation/left-open-rules.ts';
import { isDoubted } from '../doubts/doubt-repository.ts';
import { findPeopleOfActivation } from '../people-repository.ts';
import {
  type ActivationIds,
  addressed,
  contactReason,
  legacies,
  type Writer,
  whose,
  writerOf,
} from './contact-mail.ts';

type LeftIn = 'approved' | 'asked' | 'agreed';

interface Ends extends Writer {
  left_in: LeftIn;
  ends_at: string;
}

export const startEnds = declareMail({
  name: 'start_ends',
  to: 'the contact who began',
  when: '30 and 7 days before a stale start ends',
  retry: 'persistent',
  find: async (
    { database }: Context,
    { activation_id, reminder }: ActivationIds & { reminder: EndReminder },
  ): Promise<FoundMail<Ends> | undefined> => {
    const people = await findPeopleOfActivation(database, activation_id);
    const activation = await findActivation(database, activation_id);
    // It has gone on since, or the last reminder has overtaken the first.
    if (!people?.owner || !people.initiator || activation?.end_reminder !== reminder) return;
    const is_doubted = await isDoubted(database, activation);
    const ends = endsUnlessContinued({ ...activation, is_doubted });
    const left_in = leftIn(activation.status);
    if (!ends || !left_in) return undefined;
    const facts = { ...writerOf(people.owner), left_in, ends_at: ends.toISOString() };
    return addressed(people.initiator, facts);
  },
  text: (words, facts, place) =>
    mailText(
      words,
      'protocol.start_ends',
      (say) => [
        say(`body.${facts.left_in}`),
        ...whose(words, facts),
        say('end', { moment: words.moment(facts.ends_at) }),
        say('again'),
        legacies(words, place),
      ],
      { ...contactReason, values: { day: words.day(facts.ends_at) } },
    ),
});

function leftIn(status: string): LeftIn | undefined {
  switch (status) {
    case 'approved':
    case 'agreed':
      return status;
    case 'agreement_pending':
      return 'asked';
    default:
      return undefined;
  }
}

export const startLeftOpen = declareMail({
  name: 'start_left_open',
  to: 'the contact who began',
  when: 'a stale start ended',
  retry: 'persistent',
  find: async (
    { database }: Context,
    { activation_id }: ActivationIds,
  ): Promise<FoundMail<Writer> | undefined> => {
    const people = await findPeopleOfActivation(database, activation_id);
    if (!people?.owner || !people.initiator || people.end_reason !== 'left_open') return undefined;
    return addressed(people.initiator, writerOf(people.owner));
  },
  text: (words, facts, place) =>
    mailText(
      words,
      'protocol.start_left_open',
      (say) => [
        say('body'),
        ...whose(words, facts),
        say('nothing'),
        say('again'),
        legacies(words, place),
      ],
      contactReason,
    ),
});
