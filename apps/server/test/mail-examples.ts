import { legalDocumentNames, legalPaths } from '@zavet/contract/identity/editions';
import { linkLifetimes } from '@zavet/contract/timings';
import { dayName, type MailWords } from '../src/platform/mail/templates/mail-words.ts';
import { checkInMailExamples } from './check-in-mail-examples.ts';
import { contactMails } from './contact-mail-examples.ts';
import { dataExportMailExamples } from './data-export-mail-examples.ts';
import { deliveryMailExamples } from './delivery-mail-examples.ts';
import { deskMailExamples } from './desk-mail-examples.ts';
import { factorMailExamples } from './factor-mail-examples.ts';
import { lapseMailExamples } from './lapse-mail-examples.ts';
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
import { mailboxMailExamples } from './mailbox-mail-examples.ts';
import { maintenanceMailExamples } from './maintenance-mail-examples.ts';
import { priceNoticeExamples } from './price-mail-examples.ts';
import { releaseMailExamples } from './release-mail-examples.ts';
import { retentionMailExamples } from './retention-mail-examples.ts';
import { rulesExamples } from './rules-mail-examples.ts';
import { supportMailExamples } from './support-mail-examples.ts';

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
  basic_info_corrected: ['first', 'second'].map((address) => ({
    facts: { address, at: moment, fields: ['first_name', 'date_of_birth'] },
    links: ['/settings?tab=profile'],
    says: (words) => [...atMoment(words), place.supportEmail],
  })),
  renewals_ended: ['first', 'second'].map((address) => ({
    facts: { address, at: moment },
    links: ['/settings?tab=plan'],
    says: (words) => [...atMoment(words), place.supportEmail],
  })),
  ...deskMailExamples,
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
  consent_withdrawn: [{ facts: { deleted_at: moment }, links: [], says: atMoment }],
  sign_in_disowned: [
    {
      facts: { token },
      links: [`/update-password#type=recovery&token=${token}`, '/forgot-password'],
      says: lasting(linkLifetimes.recoverPassword),
    },
  ],
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
    plan({ limit_mb: 5000, files_removed_on: day }, onDay('5 000', '30')),
  ],
  files_removal_soon: [false, true].map((tells_contacts) =>
    plan(
      { files_removed_on: day, over_mb: 37, names: ['Keys.pdf'], tells_contacts },
      onDay('37', 'Keys.pdf'),
    ),
  ),
  ...lapseMailExamples,
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
      facts: { ...contact, at, end_reason: 'rejected', is_refunded: false },
      links: ['/contact'],
      says: texts(boris, '16', '2026'),
    },
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
  delivery_address_corrected_by_operator: [{ facts: {}, links: ['/mail'] }],
  letters_closed: [
    { facts: { letters: 17, at }, links: ['/mail'], says: texts('17', '16', '2026') },
  ],
  protocol_armed_again: [{ facts: { at }, links: ['/mail'], says: texts('16', '2026') }],
  protocol_ready_again: [{ facts: owner, links: ['/trusted-legacies'], says: texts(maria) }],
  author_is_well: [
    {
      facts: { ...owner, recipient_name: 'Lev Wood' },
      links: [],
      says: texts(maria),
      greets: 'Lev Wood',
    },
    { facts: { ...owner, recipient_name: null }, links: [], says: texts(maria) },
  ],
};

const edition = '2027-03-01';
const holds_from = '2027-03-07';
const later = '2027-03-15';
const linksTo = (day: string) =>
  legalDocumentNames.map((name) => `${legalPaths[name]}?edition=${day}`);
const documentsIn = ({ t }: MailWords) =>
  legalDocumentNames.map((name) => t(`documents.names.${name}`));
const daysIn = (words: MailWords, ...days: string[]) => days.map((day) => dayName(words, day));

const legal: Record<string, MailExample[]> = {
  edition_notice: [
    {
      facts: { changes: [{ edition, documents: legalDocumentNames, holds_from }] },
      links: [...linksTo(edition), '/settings?tab=agreements'],
      says: (words) => [...documentsIn(words), ...daysIn(words, edition, holds_from)],
    },
    {
      facts: {
        changes: [
          { edition, documents: legalDocumentNames, holds_from },
          { edition: later, documents: legalDocumentNames, holds_from: later },
        ],
      },
      links: [...linksTo(edition), ...linksTo(later), '/settings?tab=agreements'],
      says: (words) => [...documentsIn(words), ...daysIn(words, edition, holds_from, later)],
    },
  ],
  price_notice: priceNoticeExamples,
};

const ordered_at = '2027-03-01T09:00:00.000Z';

const operation: Record<string, MailExample[]> = {
  desk_test: [{ facts: { ordered_at }, links: [], says: (words) => [words.moment(ordered_at)] }],
};

/** At least one for every mail, by its name. */
export const mailExamples: Record<string, MailExample[]> = {
  ...account,
  ...factorMailExamples,
  ...contactMails,
  ...planExamples,
  ...protocol,
  ...deliveryMailExamples,
  ...releaseMailExamples(token),
  ...rulesExamples(token),
  ...checkInMailExamples(token),
  ...retentionMailExamples,
  ...supportMailExamples,
  ...legal,
  ...operation,
  ...maintenanceMailExamples,
  ...dataExportMailExamples,
  ...mailboxMailExamples,
};
