import { dayName } from '../../src/platform/mail/templates/mail-words.ts';
import {
  boris,
  contact,
  day,
  type MailExample,
  maria,
  owner,
  texts,
  token,
} from './mail-example.ts';

const { contact_email } = contact;

const invitation = {
  facts: { ...owner, contact_name: 'Boris Berg', token },
  links: [`/invitation#token=${token}`],
  greets: 'Boris Berg',
};

export const contactExamples: Record<string, MailExample[]> = {
  contact_invitation: ['', 'You know where the keys are.'].map((note) => ({
    ...invitation,
    facts: { ...invitation.facts, code: 'K7QX2M', note, activation_price: 7000 },
    contains: texts(maria, 'K7QX2M', '30', '7 000', note),
  })),
  late_invitation: [
    {
      ...invitation,
      facts: { ...invitation.facts, activated_by: 'Anna Berg' },
      contains: texts(maria, 'Anna Berg'),
    },
    { ...invitation, facts: { ...invitation.facts, activated_by: null }, contains: texts(maria) },
  ],
  contact_changed: [
    ...['contact_accepted', 'contact_account_deleted'].flatMap((change) =>
      [false, true].map((is_activated) => ({ change, is_activated, link: '/contact' })),
    ),
    ...['contact_declined', 'contact_followed', 'contact_erased'].map((change) => ({
      ...{ change, is_activated: false, link: '/contact' },
    })),
    ...['contact_moved', 'contact_removed'].map((change) => ({
      ...{ change, is_activated: false, link: '/forgot-password' },
    })),
  ].map(({ link, ...facts }) => ({
    facts: { ...contact, ...facts },
    links: [link],
    contains: texts(boris),
  })),
  contact_card: [
    {
      facts: { ...owner, contact_email, asks_for_pin: true, activation_price: 7000, token },
      links: [`/invitation#token=${token}`],
      contains: ({ t }) => [
        maria,
        'https://zavet.example/trusted-legacies',
        'boris@example.org',
        '7 000',
        t('card.pin'),
      ],
    },
    {
      facts: { ...owner, contact_email, asks_for_pin: false, activation_price: 7000, token: null },
      links: ['/trusted-legacies'],
      contains: ({ t }) => [maria, t('card.no_pin'), t('card.steps.read')],
    },
  ],
  contact_reconfirmation: [
    {
      facts: { ...owner, token, asked_on: null },
      links: [`/reconfirmation#token=${token}`],
      contains: texts(maria),
    },
    {
      facts: { ...owner, token, asked_on: day },
      links: [`/reconfirmation#token=${token}`],
      contains: (words) => [dayName(words, day), maria],
    },
  ],
};
