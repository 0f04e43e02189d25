import { dayName } from '../../src/platform/mail/templates/mail-words.ts';
import {
  boris,
  contact,
  day,
  type MailExample,
  maria,
  owner,
  texts,
  time,
  token,
} from './mail-example.ts';

export const contactExamples: Record<string, MailExample[]> = {
  contact_invitation: [
    {
      facts: { ...owner, code: 'K7QX2M', token, invited_at: new Date(time) },
      links: [`/invitation#token=${token}`],
      contains: texts(maria, 'K7QX2M', '30'),
    },
  ],
  late_invitation: [
    {
      facts: { ...owner, activated_by: 'Anna Berg', token, invited_at: new Date(time) },
      links: [`/invitation#token=${token}`],
      contains: texts(maria, 'Anna Berg'),
    },
    {
      facts: { ...owner, activated_by: null, token, invited_at: new Date(time) },
      links: [`/invitation#token=${token}`],
      contains: texts(maria),
    },
  ],
  contact_accepted: [false, true].map((is_activated) => ({
    facts: { ...contact, is_activated },
    links: ['/contact'],
    contains: texts(boris),
  })),
  contact_declined: [
    { facts: { ...contact, is_activated: false }, links: ['/contact'], contains: texts(boris) },
  ],
  contact_followed: [
    { facts: { ...contact, is_activated: false }, links: ['/contact'], contains: texts(boris) },
  ],
  contact_account_deleted: [false, true].map((is_activated) => ({
    facts: { ...contact, is_activated },
    links: ['/contact'],
    contains: texts(boris),
  })),
  contact_keepsake: [
    {
      facts: { ...owner, ...contact, asks_for_pin: true, activation_price: 7000, token },
      links: [`/invitation#token=${token}`],
      contains: ({ t }) => [
        maria,
        'https://zavet.example/trusted-legacies',
        'boris@example.org',
        t('card.pin'),
      ],
    },
    {
      facts: { ...owner, ...contact, asks_for_pin: false, activation_price: 7000, token: null },
      links: ['/trusted-legacies'],
      contains: ({ t }) => [maria, t('card.no_pin'), t('card.steps.open')],
    },
  ],
  contact_still_here: [
    {
      facts: { ...owner, token, asked_on: null },
      links: [`/still-here#token=${token}`],
      contains: texts(maria),
    },
    {
      facts: { ...owner, token, asked_on: day },
      links: [`/still-here#token=${token}`],
      contains: (words) => [dayName(words, day), maria],
    },
  ],
  contact_moved: [{ facts: contact, links: ['/forgot-password'], contains: texts(boris) }],
  contact_removed: [{ facts: contact, links: ['/forgot-password'], contains: texts(boris) }],
  contact_erased: [{ facts: contact, links: ['/contact'], contains: texts(boris) }],
  contact_released: [{ facts: owner, links: [], contains: texts(maria) }],
};
