import { dayName } from '../src/platform/mail/templates/figures.ts';
import type { MailExample } from './mail-example.ts';

const token = 'Zk3mS0Yq-vT7_R9bJ2pLwN5cQ8dF4gH6aKeUyIoPsDg';
const day = '2027-01-17';
const contact = { contact_name: 'Boris Berg', contact_email: 'boris@example.org' };
const owner = { owner_name: 'Maria Ivanova', owner_email: 'maria@example.org' };
const boris = 'Boris Berg (boris@example.org)';
const maria = 'Maria Ivanova (maria@example.org)';
const texts =
  (...said: string[]) =>
  () =>
    said;

export const contactMails: Record<string, MailExample[]> = {
  contact_invitation: [
    {
      facts: { ...owner, code: 'K7QX2M', token, invited_at: new Date('2026-11-15T09:30:00Z') },
      links: [`/invitation#token=${token}`],
      says: texts(maria, 'K7QX2M', '30'),
    },
  ],
  contact_accepted: [{ facts: contact, links: ['/contact'], says: texts(boris) }],
  contact_declined: [{ facts: contact, links: ['/contact'], says: texts(boris) }],
  contact_keepsake: [
    {
      facts: { ...owner, ...contact, asks_for_pin: true, token },
      links: [`/invitation#token=${token}`],
      says: ({ t }) => [
        maria,
        'https://zavet.example/trusted-legacies',
        'boris@example.org',
        t('card.pin'),
      ],
    },
    {
      facts: { ...owner, ...contact, asks_for_pin: false, token: null },
      links: ['/trusted-legacies'],
      says: ({ t }) => [maria, t('card.no_pin'), t('card.steps.open')],
    },
  ],
  contact_still_here: [
    {
      facts: { ...owner, token, asked_on: null },
      links: [`/still-here#token=${token}`],
      says: texts(maria),
    },
    {
      facts: { ...owner, token, asked_on: day },
      links: [`/still-here#token=${token}`],
      says: (words) => [dayName(words, day), maria],
    },
  ],
  contact_moved: [{ facts: contact, links: ['/forgot-password'], says: texts(boris) }],
  contact_removed: [{ facts: contact, links: ['/forgot-password'], says: texts(boris) }],
  contact_released: [{ facts: owner, links: [], says: texts(maria) }],
};
