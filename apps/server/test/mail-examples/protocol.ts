import {
  boris,
  contact,
  type MailExample,
  maria,
  owner,
  texts,
  time,
  token,
  withTime,
} from './mail-example.ts';

/** After midnight in Moscow. */
const at = '2026-11-15T21:05:00.000Z';

export const protocolExamples: Record<string, MailExample[]> = {
  activation_attempt_ended: [
    {
      facts: { ...contact, at, end_reason: 'rejected', is_refunded: false },
      links: ['/contact'],
      contains: texts(boris, '16', '2026'),
    },
    {
      facts: { ...contact, at, end_reason: 'given_up', is_refunded: false },
      links: ['/contact'],
      contains: texts(boris, '16', '2026'),
    },
  ],
  activation_pin_locked: [
    {
      facts: { name: 'Boris Berg', email: 'boris@example.org' },
      links: ['/contact'],
      contains: texts(boris, '24'),
    },
  ],
  protocol_activated: [
    { facts: { ...contact, at }, links: ['/mail'], contains: texts(boris, '16', '2026') },
  ],
  activation_confirmed: [{ facts: owner, links: ['/trusted-legacies'], contains: texts(maria) }],
  activation_refunded: [
    {
      facts: { owner_name: 'Maria Ivanova', amount_kopecks: 99_050, reason: 'another_was_faster' },
      links: ['/trusted-legacies'],
      contains: texts('Maria Ivanova', '990'),
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
      contains: texts(maria, 'Anna Ek (anna@example.org)', 'olof@example.org'),
    },
  ],
  delivery_address_corrected: [
    {
      facts: { name: 'Boris Berg', email: 'boris@example.org' },
      links: ['/mail'],
      contains: texts(boris),
    },
  ],
  delivery_address_corrected_by_operator: [{ facts: {}, links: ['/mail'] }],
  letters_closed: [
    { facts: { letters: 17, at }, links: ['/mail'], contains: texts('17', '16', '2026') },
  ],
  protocol_armed_again: [{ facts: { at }, links: ['/mail'], contains: texts('16', '2026') }],
  protocol_ready_again: [{ facts: owner, links: ['/trusted-legacies'], contains: texts(maria) }],
  author_is_well: [
    {
      facts: { ...owner, recipient_name: 'Lev Wood' },
      links: [],
      contains: texts(maria),
      greets: 'Lev Wood',
    },
    { facts: { ...owner, recipient_name: null }, links: [], contains: texts(maria) },
  ],
};

const oneLetter = {
  titles: ['Keys'],
  letter_count: 1,
  recipient_name: 'Oleg Berg',
  started_by: { name: 'Anna Lind' },
};
const manyLetters = { ...oneLetter, titles: ['Keys', 'The house', null], letter_count: 24 };
const links = [`/delivery#${token}`];
const greets = oneLetter.recipient_name;

/** Mails to recipients. */
export const deliveryExamples: Record<string, MailExample[]> = {
  delivery: [
    ...[oneLetter, manyLetters].map((letters) => ({
      facts: { ...owner, ...letters, token, is_renewed: false },
      ...{ greets, links },
      contains: texts(maria, 'Keys', 'Anna Lind'),
    })),
    ...[oneLetter, manyLetters].map((letters) => ({
      facts: { ...owner, ...letters, token, is_renewed: true },
      ...{ greets, links },
      contains: texts(maria, 'Keys'),
    })),
    {
      facts: { ...owner, ...manyLetters, started_by: 'reader', token, is_renewed: false },
      ...{ greets, links },
      contains: texts(maria, 'Keys', 'The house'),
    },
  ],
  delivery_expires_soon: [oneLetter, manyLetters].flatMap((letters) =>
    [false, true].map((is_last) => ({
      facts: { ...owner, ...letters, token, expires_on: '2027-11-16', is_last },
      ...{ greets, links },
      contains: texts(maria, 'Keys', '16', '2027'),
    })),
  ),
};

const takesEffectAt = '2026-11-22T09:30:00.000Z';
const noted = [{ facts: { at: time }, links: ['/forgot-password'], contains: withTime }];
const settingsLinks = ['/settings?tab=protocol', '/forgot-password'];

/** Mails to owners about their release settings. */
export const settingsExamples: Record<string, MailExample[]> = {
  protocol_rules_weakened: [
    {
      facts: {
        address: 'first',
        waiting_hours: 24,
        needs_second: true,
        at: time,
        from: takesEffectAt,
      },
      links: settingsLinks,
      contains: (words) => [
        words.moment(time),
        words.moment(takesEffectAt),
        words.t('protocol.protocol_rules_weakened.waiting', { count: 1 }),
        words.t('protocol.protocol_rules_weakened.second_needed'),
        words.t('account.reason.account'),
      ],
    },
    {
      facts: { address: 'second', waiting_hours: 0, needs_second: false, at: time, from: time },
      links: settingsLinks,
      contains: ({ t }) => [
        t('protocol.protocol_rules_weakened.waiting_none'),
        t('protocol.protocol_rules_weakened.second_not_needed'),
        t('protocol.protocol_rules_weakened.at_once'),
        t('protocol.rules.second_reason'),
      ],
    },
  ],
  second_address_confirm: [
    {
      facts: { ...owner, token },
      links: [`/second-address#token=${token}`],
      contains: ({ t }) => [
        maria,
        t('protocol.second_address_confirm.validity', { count: 7 }),
        t('protocol.rules.asked_reason'),
      ],
    },
  ],
  second_address_set: [
    {
      facts: { second_email: 'anna@example.org' },
      links: ['/forgot-password'],
      contains: () => ['a***@example.org'],
    },
  ],
  second_address_removed: noted,
  second_address_released: [{ facts: owner, links: [], contains: texts(maria) }],
  stop_code_made: noted,
  stop_code_removed: noted,
};
