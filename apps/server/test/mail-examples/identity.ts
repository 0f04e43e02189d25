import { legalDocumentNames, legalPaths } from '@zavet/contract/identity/editions';
import { linkLifetimes } from '@zavet/contract/timings';
import { dayName, type MailWords } from '../../src/platform/mail/templates/mail-words.ts';
import { type MailExample, place, time, token, withTime } from './mail-example.ts';

const lasting =
  (lifetime: number, ...parts: string[]) =>
  ({ duration }: MailWords) => [duration(lifetime), ...parts];

export const accountExamples: Record<string, MailExample[]> = {
  verify_email: [
    {
      facts: { token },
      links: [`/verify#type=signup&token=${token}`],
      contains: lasting(linkLifetimes.verifyEmail),
    },
  ],
  address_already_registered: [{ facts: {}, links: ['/login', '/forgot-password'] }],
  recover_password: [
    {
      facts: { token },
      links: [`/update-password#type=recovery&token=${token}`],
      contains: lasting(linkLifetimes.recoverPassword),
    },
  ],
  password_changed: [
    { facts: { changed_at: time }, links: ['/forgot-password'], contains: withTime },
  ],
  pin_changed: ['set', 'changed', 'removed'].map((change) => ({
    facts: { change, changed_at: time },
    links: ['/forgot-password'],
    contains: withTime,
  })),
  basic_info_corrected: ['first', 'second'].map((address) => ({
    facts: { address, at: time, fields: ['first_name', 'date_of_birth'] },
    links: ['/settings?tab=profile'],
    contains: (words) => [...withTime(words), place.supportEmail],
  })),
  renewals_ended: ['first', 'second'].map((address) => ({
    facts: { address, at: time },
    links: ['/settings?tab=plan'],
    contains: (words) => [...withTime(words), place.supportEmail],
  })),
  sign_in_slowed_down: [{ facts: {}, links: ['/forgot-password'] }],
  proofs_failed: [{ facts: {}, links: ['/forgot-password'] }],
  new_device: [
    {
      facts: {
        token,
        signed_in_at: time,
        network: '203.0.113.*',
        browser: 'Firefox',
        system: 'Linux',
      },
      links: [`/verify#type=disown_sign_in&token=${token}`],
      contains: (words) => [...withTime(words), '203.0.113.*', 'Firefox', 'Linux'],
    },
  ],
  email_change_confirm: [
    {
      facts: { token },
      links: [`/verify#type=email_change&token=${token}`],
      contains: lasting(linkLifetimes.confirmEmailChange),
    },
    // The new address has an account.
    { facts: {}, links: ['/login'] },
  ],
  email_change_notice: [
    {
      facts: { new_email: 'anna@example.org', token },
      links: [`/verify#type=email_undo&token=${token}`],
      contains: lasting(linkLifetimes.confirmEmailChange, 'a***@example.org'),
    },
  ],
  email_changed: [
    {
      facts: { new_email: 'anna@example.org', token },
      links: [`/verify#type=email_undo&token=${token}`],
      contains: lasting(linkLifetimes.undoEmailChange, 'a***@example.org'),
    },
  ],
  email_change_undone: [
    {
      facts: { token },
      links: [`/update-password#type=recovery&token=${token}`, '/forgot-password'],
      contains: lasting(linkLifetimes.recoverPassword),
    },
  ],
  account_deleted: [{ facts: { deleted_at: time }, links: [], contains: withTime }],
  consent_withdrawn: [{ facts: { deleted_at: time }, links: [], contains: withTime }],
  sign_in_disowned: [
    {
      facts: { token },
      links: [`/update-password#type=recovery&token=${token}`, '/forgot-password'],
      contains: lasting(linkLifetimes.recoverPassword),
    },
  ],
};

const disown = [`/verify#type=disown_factor&token=${token}`];
const disownable = (words: MailWords) => [
  ...withTime(words),
  words.duration(linkLifetimes.disownFactor),
];
const stoppable = (address: string): MailExample => ({
  facts: { address, token, ends_at: time },
  links: [`/verify#type=stop_lost_device&token=${token}`],
  contains: withTime,
});

/** For an address that was added too recently to end the waiting period. */
const unstoppable: MailExample = {
  facts: { address: 'second', token: null, ends_at: time },
  links: [],
  contains: (words) => [...withTime(words), words.t('account.lost_device_young_address')],
};

export const factorExamples: Record<string, MailExample[]> = {
  factors_changed: [
    ...['passkey_added', 'passkey_removed', 'one_time_codes_on', 'one_time_codes_off'],
    'recovery_codes_made',
  ].map((change) => ({ facts: { change, at: time, token }, links: disown, contains: disownable })),
  recovery_code_used: [9, 2, 0].map((left) => ({
    facts: { left, at: time, token },
    links: disown,
    contains: (words) => [...disownable(words), `${left}`],
  })),
  second_steps_failed: [{ facts: {}, links: ['/forgot-password'] }],
  passkey_refused: [{ facts: { at: time }, links: ['/settings?tab=security'], contains: withTime }],
  lost_device_reported: [...['first', 'second'].map(stoppable), unstoppable],
  lost_device_reminder: [...['first', 'second'].map(stoppable), unstoppable],
  lost_device_ended: ['stopped', 'factor_used', 'password_changed', 'removed'].flatMap((outcome) =>
    ['first', 'second'].map((address) => ({
      facts: { address, outcome, at: time },
      links: ['/forgot-password'],
      contains: withTime,
    })),
  ),
};

const edition = '2027-03-01';
const holds_from = '2027-03-07';
const later = '2027-03-15';
const linksTo = (date: string) =>
  legalDocumentNames.map((name) => `${legalPaths[name]}?edition=${date}`);
const documentsIn = ({ t }: MailWords) =>
  legalDocumentNames.map((name) => t(`documents.names.${name}`));
const daysIn = (words: MailWords, ...days: string[]) => days.map((date) => dayName(words, date));

export const legalExamples: Record<string, MailExample[]> = {
  edition_notice: [
    {
      facts: { changes: [{ edition, documents: legalDocumentNames, holds_from }] },
      links: [...linksTo(edition), '/settings?tab=agreements'],
      contains: (words) => [...documentsIn(words), ...daysIn(words, edition, holds_from)],
    },
    {
      facts: {
        changes: [
          { edition, documents: legalDocumentNames, holds_from },
          { edition: later, documents: legalDocumentNames, holds_from: later },
        ],
      },
      links: [...linksTo(edition), ...linksTo(later), '/settings?tab=agreements'],
      contains: (words) => [...documentsIn(words), ...daysIn(words, edition, holds_from, later)],
    },
  ],
};
