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

/** After midnight in Moscow, where the date is already the next day. */
const at = '2026-11-15T21:05:00.000Z';
const deletedContact = { contact_name: null, contact_email: null };

export const protocolExamples: Record<string, MailExample[]> = {
  activation_attempt_ended: [
    ...(['rejected', 'given_up'] as const).map((end_reason) => ({
      facts: { ...contact, at, end_reason, is_refunded: false, is_contact: true },
      links: ['/contact'],
      contains: texts(boris, '16', '2026'),
    })),
    {
      facts: { ...contact, at, end_reason: 'vetoed', is_refunded: true, is_contact: true },
      links: ['/dashboard'],
      contains: ({ t }) => [boris, t('protocol.vetoed.contact'), t('protocol.not_you')],
    },
    {
      facts: { ...deletedContact, at, end_reason: 'vetoed', is_refunded: false, is_contact: false },
      links: ['/dashboard'],
    },
  ],
  activation_pin_locked: [{ facts: contact, links: ['/contact'], contains: texts(boris, '24') }],
  protocol_activated: [
    { facts: { ...contact, at }, links: ['/mail'], contains: texts(boris, '16', '2026') },
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
    { facts: { ...contact, by: 'contact' }, links: ['/mail'], contains: texts(boris) },
    { facts: { ...contact, by: 'operator' }, links: ['/mail'] },
  ],
  letters_closed: [
    {
      facts: { change: 'closed', letters: 17, at },
      links: ['/mail'],
      contains: texts('17', '16', '2026'),
    },
    { facts: { change: 'armed', at }, links: ['/mail'], contains: texts('16', '2026') },
    { facts: { change: 'ended' }, links: ['/mail'] },
  ],
  author_is_well: [
    {
      facts: { ...owner, recipient_name: 'Lev Wood', is_contact: false },
      links: [],
      contains: texts(maria),
      greets: 'Lev Wood',
    },
    {
      facts: { ...owner, recipient_name: null, is_contact: false },
      links: [],
      contains: texts(maria),
    },
    {
      facts: { ...owner, recipient_name: null, is_contact: true },
      links: ['/trusted-legacies'],
      contains: ({ t }) => [maria, t('protocol.author_is_well.contact')],
    },
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
      contains: texts(maria, 'Keys', 'Anna Lind', 'zavet.example/welcome'),
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
const settingsNotice = (change: string) => ({
  facts: { change, at: time },
  links: ['/forgot-password'],
  contains: withTime,
});
const rulesChange = { change: 'rules', at: time };
const settingsLinks = ['/settings?tab=protocol'];

/** Mails to owners about their release settings. */
export const settingsExamples: Record<string, MailExample[]> = {
  protocol_settings_changed: [
    {
      facts: {
        ...rulesChange,
        ...{ address: 'first', waiting_hours: 24, needs_second: true, from: takesEffectAt },
      },
      links: settingsLinks,
      contains: (words) => [
        words.moment(time),
        words.moment(takesEffectAt),
        words.t('protocol.settings_changed.rules.waiting', { count: 1 }),
        words.t('protocol.settings_changed.rules.second_needed'),
        words.t('account.reason.account'),
      ],
    },
    {
      facts: {
        ...rulesChange,
        ...{ address: 'second', waiting_hours: 0, needs_second: false, from: time },
      },
      links: settingsLinks,
      contains: ({ t }) => [
        t('protocol.settings_changed.rules.waiting_none'),
        t('protocol.settings_changed.rules.second_not_needed'),
        t('protocol.settings_changed.rules.immediately'),
        t('protocol.rules.second_reason'),
      ],
    },
    {
      facts: { change: 'address_set', at: time, second_email: 'anna@example.org' },
      links: ['/forgot-password'],
      contains: () => ['a***@example.org'],
    },
    ...['address_removed', 'code_made', 'code_removed'].map(settingsNotice),
  ],
  second_address_confirm: [
    {
      facts: { ...owner, token },
      links: [`/second-address#token=${token}`],
      contains: ({ t }) => [
        maria,
        t('protocol.second_address_confirm.validity', { count: 7 }),
        t('protocol.second_address_confirm.reason'),
      ],
    },
  ],
  second_address_released: [{ facts: owner, links: [], contains: texts(maria) }],
};
