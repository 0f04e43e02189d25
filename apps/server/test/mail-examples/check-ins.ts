import { dayName, type MailWords } from '../../src/platform/mail/templates/mail-words.ts';
import { day, type MailExample, maria, owner, token, withDay } from './mail-example.ts';

const checkInLink = `/check-in#token=${token}`;

/** Mails of check-ins and reviews. */
export const checkInExamples: Record<string, MailExample[]> = {
  check_in: [1, 2, 3, 4].flatMap((number) =>
    [0, 2].map((confirmed_contacts) => ({
      facts: {
        ...{ number, token, silent_since: day, confirmed_contacts },
        address: number === 2 ? 'second' : 'first',
      },
      links: [checkInLink, '/settings?tab=protocol'],
      contains: withDay(),
    })),
  ),
  owner_silent: [
    ...[false, true].map((is_unreached) => ({
      facts: { ...owner, since: day, is_unreached },
      links: ['/trusted-legacies'],
      contains: (words: MailWords) => [
        ...withDay(maria)(words),
        ...(is_unreached ? [words.t('check_ins.owner_silent.unreached')] : []),
      ],
    })),
    { facts: { ...owner, since: null, is_unreached: false }, links: [], contains: () => [maria] },
  ],
  review_reminder: [
    { facts: { count: 1, months: 6 }, links: ['/instructions'], contains: () => ['6'] },
    { facts: { count: 21, months: 12 }, links: ['/instructions'], contains: () => ['21', '12'] },
  ],
};

const noFailures = { refused: 0, silent: 0, without_pin: 0, recipients_failed: 0 };
const rehearsalLinks = ['/readiness/rehearsal'];

export const rehearsalExamples: Record<string, MailExample[]> = {
  rehearsal_asked: [false, true].map((asks_for_pin) => ({
    facts: { ...owner, token, until: day, asks_for_pin },
    links: [`/rehearsal-answer#token=${token}`],
    contains: (words) => [
      maria,
      dayName(words, day),
      words.t('rehearsal.asked.nothing'),
      ...(asks_for_pin ? [words.t('rehearsal.asked.pin')] : []),
    ],
  })),
  rehearsal_recipient: [
    {
      facts: owner,
      links: [],
      contains: (words) => [maria, words.t('rehearsal.recipient.nothing')],
    },
  ],
  rehearsal_result: [
    {
      facts: { ...noFailures, contacts: 2, answered: 2, started_on: day },
      links: rehearsalLinks,
      contains: (words) => [dayName(words, day), words.t('rehearsal.result_good.rest')],
    },
    {
      facts: {
        ...{ contacts: 5, answered: 2, refused: 1, silent: 2, without_pin: 1 },
        ...{ recipients_failed: 2, started_on: day },
      },
      links: rehearsalLinks,
      contains: (words) => [
        dayName(words, day),
        words.t('rehearsal.silent', { count: 2 }),
        words.t('rehearsal.refused', { count: 1 }),
        words.t('rehearsal.without_pin', { count: 1 }),
        words.t('rehearsal.failed', { count: 2 }),
      ],
    },
  ],
  rehearsal_reminder: [
    { facts: { last_on: day }, links: rehearsalLinks, contains: (words) => [dayName(words, day)] },
    {
      facts: { last_on: null },
      links: rehearsalLinks,
      contains: (words) => [words.t('rehearsal.reminder.body_never')],
    },
  ],
};
