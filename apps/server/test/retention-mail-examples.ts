import type { MailWords } from '../src/platform/mail/templates/mail-words.ts';
import { dayName } from '../src/platform/mail/templates/mail-words.ts';
import { type MailExample, maria, moment, owner } from './mail-example.ts';

const seen = '2024-02-29';
const removal = '2027-02-28';
const days =
  (...among: string[]) =>
  (words: MailWords) =>
    among.map((day) => dayName(words, day));

export const retentionMailExamples: Record<string, MailExample[]> = {
  absence_warning: [1, 2, 3].map((number) => ({
    facts: { number, seen_on: seen, removal_on: removal },
    links: ['/login'],
    says: days(seen, removal),
  })),
  owner_absent: [
    {
      facts: { ...owner, removal_on: removal },
      links: ['/trusted-legacies'],
      says: (words) => [maria, ...days(removal)(words)],
    },
  ],
  owner_back: [{ facts: owner, links: [], says: () => [maria] }],
  account_ended_by_absence: [
    {
      facts: { deleted_at: moment, email: owner.owner_email },
      links: [],
      says: (words) => [words.moment(moment)],
    },
  ],
  handover_ended: [{ facts: {}, links: ['/mail'] }],
};
