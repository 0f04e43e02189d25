import { legalDocumentNames, legalPaths } from '@zavet/contract/legal/editions';
import { linkLifetimes } from '@zavet/contract/timings';
import { dayName } from '../src/platform/mail/templates/figures.ts';
import type { MailWords } from '../src/platform/mail/templates/mail-words.ts';
import { contactMails } from './contact-mail-examples.ts';
import {
  boris,
  contact,
  type MailExample,
  maria,
  moment,
  owner,
  texts,
  token,
} from './mail-example.ts';
import { presenceMailExamples } from './presence-mail-examples.ts';
import { releaseMailExamples } from './release-mail-examples.ts';
import { rulesExamples } from './rules-mail-examples.ts';

export const place = { publicUrl: 'https://zavet.example', supportEmail: 'support@zavet.example' };
const day = '2027-01-17';
const paid = { plan: 'storage_500', amount_kopecks: 45_000 };
const bought = { ...paid, valid_until: day };

const atMoment = ({ moment: write }: MailWords) => [write(moment)];
const onDay =
  (...said: string[]) =>
  (words: MailWords) => [dayName(words, day), ...said];
const lasting =
  (lifetime: number, ...said: string[]) =>
  ({ duration }: MailWords) => [duration(lifetime), ...said];

const account: Record<string, MailExample[]> = {
  verify_email: [
    {
      facts: { token },
      links: [`/verify#type=signup&token=${token}`],
      says: lasting(linkLifetimes.verifyEmail),
    },
  ],
  address_already_registered: [{ facts: {}, links: ['/login', '/forgot-password'] }],
  recover_password: [
    {
      facts: { token },
      links: [`/update-password#type=recovery&token=${token}`],
      says: lasting(linkLifetimes.recoverPassword),
    },
  ],
  password_changed: [
    { facts: { changed_at: moment }, links: ['/forgot-password'], says: atMoment },
  ],
  pin_changed: ['set', 'changed', 'removed'].map((change) => ({
    facts: { change, changed_at: moment },
    links: ['/forgot-password'],
    says: atMoment,
  })),
  sign_in_slowed_down: [{ facts: {}, links: ['/forgot-password'] }],
  proofs_failed: [{ facts: {}, links: ['/forgot-password'] }],
  new_device: [
    {
      facts: {
        token,
        signed_in_at: moment,
        network: '203.0.113.*',
        browser: 'Firefox',
        system: 'Linux',
      },
      links: [`/verify#type=disown_sign_in&token=${token}`],
      says: (words) => [...atMoment(words), '203.0.113.*', 'Firefox', 'Linux'],
    },
  ],
  email_change_confirm: [
    {
      facts: { token },
      links: [`/verify#type=email_change&token=${token}`],
      says: lasting(linkLifetimes.confirmEmailChange),
    },
    // The new address has an account.
    { facts: {}, links: ['/login'] },
  ],
  email_change_notice: [
    {
      facts: { new_email: 'anna@example.org', token },
      links: [`/verify#type=email_undo&token=${token}`],
      says: lasting(linkLifetimes.confirmEmailChange, 'a***@example.org'),
    },
  ],
  email_changed: [
    {
      facts: { new_email: 'anna@example.org', token },
      links: [`/verify#type=email_undo&token=${token}`],
      says: lasting(linkLifetimes.undoEmailChange, 'a***@example.org'),
    },
  ],
  email_change_undone: [
    {
      facts: { token },
      links: [`/update-password#type=recovery&token=${token}`, '/forgot-password'],
      says: lasting(linkLifetimes.recoverPassword),
    },
  ],
  account_deleted: [{ facts: { deleted_at: moment }, links: [], says: atMoment }],
};

const plan = (facts: object, says: MailExample['says']): MailExample => ({
  facts,
  links: ['/settings?tab=plan'],
  says,
});
const noticed = { ...bought, today: '2027-01-10' };

export const planExamples: Record<string, MailExample[]> = {
  plan_bought: [
    plan({ ...bought, next_amount_kopecks: 450_000 }, onDay('450', '4 500')),
    plan({ ...bought, next_amount_kopecks: null }, onDay('450')),
  ],
  plan_renewed: [
    plan({ ...bought, next_amount_kopecks: 450_000 }, onDay('500', '450', '4 500')),
    plan({ ...bought, next_amount_kopecks: null }, onDay('500', '450')),
  ],
  renewal_declined: [
    plan({ ...paid, next_try_on: day }, onDay('500', '450')),
    plan({ ...paid, next_try_on: null }, texts('500', '450')),
  ],
  plan_expired: [
    plan({ plan: 'storage_1024', files_removed_on: day }, onDay('1', '30')),
    plan({ plan: 'storage_1024', files_removed_on: null }, texts('30')),
  ],
  files_removal_soon: [
    plan({ files_removed_on: day, over_mb: 37, names: ['Keys.pdf'] }, onDay('37', 'Keys.pdf')),
  ],
  files_removed: [plan({ files: 21, names: ['Keys.pdf'] }, texts('21', 'Keys.pdf'))],
  payment_refunded: [plan({ amount_kopecks: 12_350 }, texts('123', '50'))],
  plan_extended: [plan({ days: 3, valid_until: day }, onDay('3'))],
  renewal_ahead: [
    plan({ ...noticed, period: 'monthly' }, onDay('450')),
    plan({ ...noticed, period: 'yearly' }, onDay('450')),
  ],
  end_ahead: [plan({ ...noticed, period: 'monthly' }, onDay('500', '30'))],
};

const at = '2026-11-15T21:05:00.000Z';

const protocol: Record<string, MailExample[]> = {
  activation_attempt_ended: [
    {
      facts: { ...contact, at, end_reason: 'given_up', is_refunded: false },
      links: ['/contact'],
      says: texts(boris, '16', '2026'),
    },
  ],
  activation_pin_locked: [
    {
      facts: { name: 'Boris Berg', email: 'boris@example.org' },
      links: ['/contact'],
      says: texts(boris, '24'),
    },
  ],
  protocol_activated: [
    { facts: { ...contact, at }, links: ['/mail'], says: texts(boris, '16', '2026') },
  ],
  activation_confirmed: [{ facts: owner, links: ['/trusted-legacies'], says: texts(maria) }],
  activation_refunded: [
    {
      facts: { owner_name: 'Maria Ivanova', amount_kopecks: 99_050, reason: 'another_was_faster' },
      links: ['/trusted-legacies'],
      says: texts('Maria Ivanova', '990'),
    },
  ],
  recipients_unreached: [
    {
      facts: {
        ...owner,
        recipients: [
          { name: 'Anna Ek', email: 'anna@example.org' },
          { name: null, email: 'olof@example.org' },
        ],
      },
      links: ['/trusted-legacies'],
      says: texts(maria, 'Anna Ek (anna@example.org)', 'olof@example.org'),
    },
  ],
  delivery_address_corrected: [
    {
      facts: { name: 'Boris Berg', email: 'boris@example.org' },
      links: ['/mail'],
      says: texts(boris),
    },
  ],
  delivery_expires_soon: [
    {
      facts: { ...owner, title: 'Keys', token, expires_on: '2027-11-16' },
      links: [`/delivery#${token}`],
      says: texts(maria, 'Keys', '16', '2027'),
    },
  ],
  letters_closed: [
    { facts: { letters: 17, at }, links: ['/mail'], says: texts('17', '16', '2026') },
  ],
  protocol_armed_again: [{ facts: { at }, links: ['/mail'], says: texts('16', '2026') }],
  protocol_ready_again: [{ facts: owner, links: ['/trusted-legacies'], says: texts(maria) }],
  delivery: [false, true].map((is_renewed) => ({
    facts: { ...owner, title: 'Keys', token, is_renewed },
    links: [`/delivery#${token}`],
    says: texts(maria, 'Keys'),
  })),
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

const support: Record<string, MailExample[]> = {
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
};

const edition = '2027-03-01';
const holds_from = '2027-03-07';

const legal: Record<string, MailExample[]> = {
  edition_notice: [
    {
      facts: { edition, documents: legalDocumentNames, holds_from, today: '2027-02-25' },
      links: [
        ...legalDocumentNames.map((name) => `${legalPaths[name]}?edition=${edition}`),
        '/settings?tab=agreements',
      ],
      says: (words) => [
        ...legalDocumentNames.map((name) => words.t(`documents.names.${name}`)),
        ...[edition, holds_from].map((one) => dayName(words, one)),
      ],
    },
  ],
};

/** At least one for every mail, by its name. */
export const mailExamples: Record<string, MailExample[]> = {
  ...account,
  ...contactMails,
  ...planExamples,
  ...protocol,
  ...releaseMailExamples(token),
  ...rulesExamples(token),
  ...presenceMailExamples(token),
  ...support,
  ...legal,
};
