import { dayName } from '../src/platform/mail/templates/mail-words.ts';
import type { MailExample } from './mail-example.ts';

const day = '2027-01-17';
const owner = { owner_name: 'Maria Ivanova', owner_email: 'maria@example.org' };
const maria = 'Maria Ivanova (maria@example.org)';
const none = { refused: 0, silent: 0, without_pin: 0, recipients: 0, recipients_failed: 0 };
const screen = ['/readiness/rehearsal'];

export function rehearsalMailExamples(token: string): Record<string, MailExample[]> {
  return {
    rehearsal_asked: [false, true].map((asks_for_pin) => ({
      facts: { ...owner, token, until: day, asks_for_pin },
      links: [`/rehearsal-answer#token=${token}`],
      says: (words) => [
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
        says: (words) => [maria, words.t('rehearsal.recipient.nothing')],
      },
    ],
    rehearsal_result: [
      {
        facts: { ...none, contacts: 2, answered: 2, started_on: day },
        links: screen,
        says: (words) => [dayName(words, day), words.t('rehearsal.result_good.rest')],
      },
      {
        facts: {
          ...{ contacts: 5, answered: 2, refused: 1, silent: 2, without_pin: 1 },
          ...{ recipients: 3, recipients_failed: 2, started_on: day },
        },
        links: screen,
        says: (words) => [
          dayName(words, day),
          words.t('rehearsal.silent', { count: 2 }),
          words.t('rehearsal.refused', { count: 1 }),
          words.t('rehearsal.without_pin', { count: 1 }),
          words.t('rehearsal.failed', { count: 2 }),
        ],
      },
    ],
    rehearsal_reminder: [
      { facts: { last_on: day }, links: screen, says: (words) => [dayName(words, day)] },
      {
        facts: { last_on: null },
        links: screen,
        says: (words) => [words.t('rehearsal.reminder.body_never')],
      },
    ],
  };
}
