import { dayName, type MailWords } from '../src/platform/mail/templates/mail-words.ts';
import type { MailExample } from './mail-example.ts';
import { rehearsalMailExamples } from './rehearsal-mail-examples.ts';

const day = '2027-01-17';
const owner = { owner_name: 'Maria Ivanova', owner_email: 'maria@example.org' };
const maria = 'Maria Ivanova (maria@example.org)';
const onDay =
  (...said: string[]) =>
  (words: MailWords) => [dayName(words, day), ...said];

/** Mails of check-ins, reviews and rehearsals. */
export function checkInMailExamples(token: string): Record<string, MailExample[]> {
  const checkIn = `/check-in#token=${token}`;
  return {
    ...rehearsalMailExamples(token),
    check_in: [1, 2, 3].flatMap((number) =>
      [0, 2].map((confirmed_contacts) => ({
        facts: {
          ...{ number, token, silent_since: day, confirmed_contacts },
          address: number === 2 ? 'second' : 'first',
        },
        links: [checkIn, '/settings?tab=privacy'],
        says: onDay(),
      })),
    ),
    contacts_told_of_silence: [0, 2].map((told_contacts) => ({
      facts: { told_contacts, since: day, token },
      links: [checkIn],
      says: onDay(),
    })),
    owner_silent: [false, true].map((is_unreached) => ({
      facts: { ...owner, since: day, is_unreached },
      links: ['/trusted-legacies'],
      says: (words) => [
        ...onDay(maria)(words),
        ...(is_unreached ? [words.t('presence.owner_silent.unreached')] : []),
      ],
    })),
    owner_well: [{ facts: owner, links: [], says: () => [maria] }],
    review_reminder: [
      { facts: { count: 1, months: 6 }, links: ['/instructions'], says: () => ['6'] },
      { facts: { count: 21, months: 12 }, links: ['/instructions'], says: () => ['21', '12'] },
    ],
  };
}
