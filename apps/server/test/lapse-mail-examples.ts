import type { MailWords } from '../src/platform/mail/templates/mail-words.ts';
import { dayName } from '../src/platform/mail/templates/mail-words.ts';
import { type MailExample, maria, owner, texts } from './mail-example.ts';

const day = '2027-01-17';
const given = { plan: 'storage_500', valid_until: day };
const onDay =
  (...said: string[]) =>
  (words: MailWords) => [dayName(words, day), ...said];

/** Mails about a plan that ran out, to those whom its owner trusts. */
export const lapseMailExamples: Record<string, MailExample[]> = {
  removal_ahead: [
    {
      facts: { ...owner, files_removed_on: day },
      links: ['/trusted-legacies'],
      says: onDay(maria),
    },
  ],
  removal_settled: [{ facts: owner, links: [], says: texts(maria) }],
  contacts_untold: [
    { facts: { files_removed_on: day }, links: ['/contact', '/settings?tab=plan'], says: onDay() },
  ],
  gift_received: ['Boris Berg', ''].map((contact_name) => ({
    facts: { ...given, contact_name },
    links: ['/settings?tab=plan'],
    says: onDay('500', contact_name),
  })),
  gift_taken: [
    {
      facts: { ...owner, ...given, amount_kopecks: 45_000 },
      links: ['/trusted-legacies'],
      says: onDay(maria, '450', '500'),
    },
  ],
  gift_refunded: [false, true].flatMap((is_for_outage) =>
    [owner, null].map((known) => ({
      facts: { owner: known, amount_kopecks: 45_000, is_for_outage },
      links: ['/trusted-legacies'],
      says: ({ t }: MailWords) => [
        '450',
        t(`plans.gift_refunded.${is_for_outage ? 'outage_more' : 'more'}`),
        ...(known ? [maria] : []),
      ],
    })),
  ),
};
