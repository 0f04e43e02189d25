import type { MailExample } from './mail-example.ts';

export const supportFacts = {
  reference: 'ABCD-2345',
  tier: 'priority',
  category: 'billing',
  account_email: 'anna@example.org',
  user_email: 'anna@example.org',
  answer_by: new Date('2026-11-16T12:00:00Z'),
  name: 'Anna',
  subject: 'Card',
  message: 'First line\n\n    indented\nlast line',
} as const;

const answerFacts = { reference: 'ABCD-2345', answer: 'Please try again.\n\nThe support' };

export const supportMailExamples: Record<string, MailExample[]> = {
  support_request: [
    {
      facts: supportFacts,
      links: [],
      says: (words) => [
        `[ABCD-2345] ${words.t('support.categories.billing')}: Card`,
        words.t('support.tiers.priority'),
        words.moment(supportFacts.answer_by.toISOString()),
        supportFacts.account_email,
        supportFacts.message,
        'npm run support -- answered ABCD-2345',
      ],
    },
  ],
  support_received: [
    {
      facts: supportFacts,
      links: ['/settings?tab=support'],
      says: (words) => [
        'ABCD-2345',
        words.moment(supportFacts.answer_by.toISOString()),
        supportFacts.user_email,
      ],
    },
  ],
  support_reply: [
    {
      facts: { ...supportFacts, user_email: 'other@example.org' },
      links: [],
      says: (words) => [
        '[ABCD-2345]',
        words.moment(supportFacts.answer_by.toISOString()),
        words.t('support.request.address_differs'),
        supportFacts.account_email,
        'other@example.org',
        supportFacts.message,
      ],
    },
  ],
  support_answered: [
    {
      facts: { ...answerFacts, question: 'First line\n\nlast line' },
      links: ['/settings?tab=support'],
      says: () => ['ABCD-2345', answerFacts.answer, '> First line\n> \n> last line'],
    },
    {
      facts: { ...answerFacts, question: null },
      links: [],
      says: (words) => [answerFacts.answer, words.t('support.answered.reason')],
    },
  ],
};
