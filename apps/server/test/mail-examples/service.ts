import { mailboxTroubles } from '@zavet/contract/mail/mailbox-values';
import { dayName, type MailWords } from '../../src/platform/mail/templates/mail-words.ts';
import { type MailExample, maria, owner, texts, time, withTime } from './mail-example.ts';

const suspension = (reason: string, deletable_from: string | null) => ({
  kind: 'suspended',
  reason,
  deletable_from,
});

/** Changes that operators make to an account. */
const accountChanges: { change: object; links: string[]; contains: MailExample['contains'] }[] = [
  ...[
    suspension('harm', time),
    suspension('prohibited_content', time),
    suspension('law', time),
    suspension('stranger_in_account', null),
  ].map((change) => ({ change, links: [], contains: withTime })),
  { change: { kind: 'suspension_lifted' }, links: ['/login'], contains: withTime },
  {
    change: { kind: 'custom_plan', storage_mb: 5000, valid_until: '2027-03-01' },
    links: ['/settings?tab=plan'],
    contains: (words) => ['5 000', dayName(words, '2027-03-01')],
  },
  {
    change: { kind: 'corrected', fields: ['first_name', 'date_of_birth'] },
    links: ['/settings?tab=profile'],
    contains: withTime,
  },
  { change: { kind: 'renewals_ended' }, links: ['/settings?tab=plan'], contains: withTime },
];

export const deskExamples: Record<string, MailExample[]> = {
  account_changed_by_support: accountChanges.flatMap(({ change, links, contains }) =>
    ['first', 'second'].map((address) => ({
      facts: { address, at: time, change },
      links,
      contains,
    })),
  ),
};

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

export const supportExamples: Record<string, MailExample[]> = {
  support_request: [
    {
      facts: supportFacts,
      links: [],
      contains: (words) => [
        `[ABCD-2345] ${words.t('support.categories.billing')}`,
        'Card',
        words.t('support.tiers.priority'),
        words.moment(supportFacts.answer_by.toISOString()),
        supportFacts.account_email,
        supportFacts.message,
      ],
    },
  ],
  support_received: [
    {
      facts: supportFacts,
      links: ['/settings?tab=support'],
      contains: (words) => [
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
      contains: (words) => [
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
      contains: () => ['ABCD-2345', answerFacts.answer, '> First line\n> \n> last line'],
    },
    {
      facts: { ...answerFacts, question: null },
      links: [],
      contains: (words) => [answerFacts.answer, words.t('support.answered.reason')],
    },
  ],
};

const seenOn = '2024-02-29';
const removalOn = '2027-02-28';
const withDays =
  (...days: string[]) =>
  (words: MailWords) =>
    days.map((date) => dayName(words, date));

export const retentionExamples: Record<string, MailExample[]> = {
  inactivity_warning: [1, 2, 3].map((number) => ({
    facts: { number, seen_on: seenOn, removal_on: removalOn },
    links: ['/login'],
    contains: withDays(seenOn, removalOn),
  })),
  owner_inactive: [
    {
      facts: { ...owner, removal_on: removalOn },
      links: ['/trusted-legacies'],
      contains: (words) => [maria, ...withDays(removalOn)(words)],
    },
    { facts: { ...owner, removal_on: null }, links: [], contains: () => [maria] },
  ],
};

const maintenanceWindow = {
  starts_at: '2027-03-01T22:00:00.000Z',
  ends_at: '2027-03-02T02:30:00.000Z',
};
const withWindow = ({ moment }: MailWords) => [
  moment(maintenanceWindow.starts_at),
  moment(maintenanceWindow.ends_at),
];

export const maintenanceExamples: Record<string, MailExample[]> = {
  maintenance: ['planned', 'cancelled'].map((news) => ({
    facts: { news, ...maintenanceWindow },
    links: [],
    contains: withWindow,
  })),
};

const enqueued_at = '2027-03-01T09:00:00.000Z';

export const statusExamples: Record<string, MailExample[]> = {
  desk_test: [
    { facts: { enqueued_at }, links: [], contains: (words) => [words.moment(enqueued_at)] },
  ],
};

export const dataExportExamples: Record<string, MailExample[]> = {
  data_export_ready: [{ facts: {}, links: ['/settings?tab=privacy'], contains: () => ['24'] }],
};

export const instructionExamples: Record<string, MailExample[]> = {
  files_lost: [
    { facts: { files: 3, names: ['Keys.pdf'] }, contains: texts('3', 'Keys.pdf') },
    { facts: { files: 1, names: [] }, contains: texts('1') },
  ].map((example) => ({ ...example, links: ['/instructions'] })),
};

const mailboxLinks = ['/settings?tab=email'];

export const mailboxExamples: Record<string, MailExample[]> = {
  mailbox_notice: [
    { facts: { event: 'connected', at: time }, links: mailboxLinks, contains: withTime },
    ...mailboxTroubles.map((trouble) => ({
      facts: { event: 'stopped', trouble },
      links: mailboxLinks,
      contains: ({ t }: MailWords) => [t(`mailbox.stopped.trouble.${trouble}`)],
    })),
  ],
};
