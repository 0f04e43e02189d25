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

export const contactExamples: Record<string, MailExample[]> = {
  contact_invitation: [
    {
      facts: { ...owner, code: 'K7QX2M', token, invited_at: new Date(moment) },
      links: [`/invitation#token=${token}`],
      says: texts(maria, 'K7QX2M', '30'),
    },
  ],
  late_invitation: [
    {
      facts: { ...owner, activated_by: 'Anna Berg', token, invited_at: new Date(moment) },
      links: [`/invitation#token=${token}`],
      says: texts(maria, 'Anna Berg'),
    },
    {
      facts: { ...owner, activated_by: null, token, invited_at: new Date(moment) },
      links: [`/invitation#token=${token}`],
      says: texts(maria),
    },
  ],
  contact_accepted: [false, true].map((is_late) => ({
    facts: { ...contact, is_late },
    links: ['/contact'],
    says: texts(boris),
  })),
  contact_declined: [
    { facts: { ...contact, is_late: false }, links: ['/contact'], says: texts(boris) },
  ],
  contact_followed: [
    { facts: { ...contact, is_activated: false }, links: ['/contact'], says: texts(boris) },
  ],
  contact_account_deleted: [false, true].map((is_activated) => ({
    facts: { ...contact, is_activated },
    links: ['/contact'],
    says: texts(boris),
  })),
  contact_moved: [{ facts: contact, links: ['/forgot-password'], says: texts(boris) }],
  contact_removed: [{ facts: contact, links: ['/forgot-password'], says: texts(boris) }],
  contact_released: [{ facts: owner, links: [], says: texts(maria) }],
};
