import { legalDocumentNames, legalPaths } from '@zavet/contract/identity/editions';
import { linkLifetimes } from '@zavet/contract/timings';
import { dayName, type MailWords } from '../../src/platform/mail/templates/mail-words.ts';
import { type MailExample, time, token, withTime } from './mail-example.ts';

const withDuration =
  (lifetime: number, ...parts: string[]) =>
  ({ duration }: MailWords) => [duration(lifetime), ...parts];

const deviceOrigin = { network: '203.0.113.*', browser: 'Firefox', system: 'Linux' };
const withDisownPeriod = (words: MailWords) => [
  ...withTime(words),
  words.duration(linkLifetimes.disownFactor),
];

export const accountExamples: Record<string, MailExample[]> = {
  verify_email: [
    {
      facts: { token },
      links: [`/verify#type=signup&token=${token}`],
      contains: withDuration(linkLifetimes.verifyEmail),
    },
    // The address already has an account.
    { facts: {}, links: ['/login'] },
  ],
  recover_password: ['requested', 'sign_in_disowned', 'email_change_undone'].map((cause) => ({
    facts: { cause, token },
    links: [`/update-password#type=recovery&token=${token}`],
    contains: withDuration(linkLifetimes.recoverPassword),
  })),
  security_notice: [
    ...['password_changed', 'pin_set', 'pin_changed', 'pin_removed', 'sign_in_throttled'],
    ...['proofs_failed', 'second_steps_failed', 'passkey_refused'],
  ].map((event) => ({
    facts: { event, at: time },
    links: [event === 'passkey_refused' ? '/settings?tab=security' : '/forgot-password'],
    contains: withTime,
  })),
  access_changed: [
    {
      facts: { event: 'new_device', token, at: time, ...deviceOrigin },
      links: [`/verify#type=disown_sign_in&token=${token}`],
      contains: (words) => [...withTime(words), '203.0.113.*', 'Firefox', 'Linux'],
    },
    ...[
      ...['passkey_added', 'passkey_removed', 'one_time_codes_on', 'one_time_codes_off'],
      'recovery_codes_created',
    ].map((event) => ({
      facts: { event, token, at: time, ...deviceOrigin },
      links: [`/verify#type=disown_factor&token=${token}`],
      contains: withDisownPeriod,
    })),
    ...[9, 2, 0].map((left) => ({
      facts: { event: 'recovery_code_used', left, token, at: time, ...deviceOrigin },
      links: [`/verify#type=disown_factor&token=${token}`],
      contains: (words: MailWords) => [...withDisownPeriod(words), `${left}`],
    })),
  ],
  email_change_confirm: [
    {
      facts: { token },
      links: [`/verify#type=email_change&token=${token}`],
      contains: withDuration(linkLifetimes.confirmEmailChange),
    },
    // The new address already has an account.
    { facts: {}, links: ['/login'] },
  ],
  email_changed: [
    { stage: 'requested', lifetime: linkLifetimes.confirmEmailChange },
    { stage: 'confirmed', lifetime: linkLifetimes.undoEmailChange },
  ].map(({ stage, lifetime }) => ({
    facts: { stage, new_email: 'anna@example.org', token },
    links: [`/verify#type=email_undo&token=${token}`],
    contains: withDuration(lifetime, 'a***@example.org'),
  })),
  account_deleted: ['requested', 'consent_withdrawn', 'absence', 'violation'].map((cause) => ({
    facts: { cause, deleted_at: time },
    links: [],
    contains: withTime,
  })),
  lost_device: [
    ...['reported', 'reminder'].flatMap((stage) => [
      ...['first', 'second'].map((address) => ({
        facts: { address, stage, token, at: time },
        links: [`/verify#type=cancel_lost_device&token=${token}`],
        contains: withTime,
      })),
      // An address added too recently to cancel the waiting period.
      {
        facts: { address: 'second', stage, token: null, at: time },
        links: [],
        contains: (words: MailWords) => [
          ...withTime(words),
          words.t('account.lost_device.young_address'),
        ],
      },
    ]),
    ...['cancelled', 'factor_used', 'password_changed', 'removed'].flatMap((stage) =>
      ['first', 'second'].map((address) => ({
        facts: { address, stage, token: null, at: time },
        links: ['/forgot-password'],
        contains: withTime,
      })),
    ),
  ],
};

const edition = '2027-03-01';
const applies_from = '2027-03-07';
const laterEdition = '2027-03-15';
const linksTo = (date: string) =>
  legalDocumentNames.map((name) => `${legalPaths[name]}?edition=${date}`);
const documentsIn = ({ t }: MailWords) =>
  legalDocumentNames.map((name) => t(`documents.names.${name}`));
const daysIn = (words: MailWords, ...days: string[]) => days.map((date) => dayName(words, date));

export const legalExamples: Record<string, MailExample[]> = {
  edition_notice: [
    {
      facts: { changes: [{ edition, documents: legalDocumentNames, applies_from }] },
      links: [...linksTo(edition), '/settings?tab=agreements'],
      contains: (words) => [...documentsIn(words), ...daysIn(words, edition, applies_from)],
    },
    {
      facts: {
        changes: [
          { edition, documents: legalDocumentNames, applies_from },
          { edition: laterEdition, documents: legalDocumentNames, applies_from: laterEdition },
        ],
      },
      links: [...linksTo(edition), ...linksTo(laterEdition), '/settings?tab=agreements'],
      contains: (words) => [
        ...documentsIn(words),
        ...daysIn(words, edition, applies_from, laterEdition),
      ],
    },
  ],
};
