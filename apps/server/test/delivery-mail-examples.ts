import { type MailExample, maria, owner, texts, token } from './mail-example.ts';

const one = {
  titles: ['Keys'],
  letter_count: 1,
  recipient_name: 'Oleg Berg',
  started_by: { name: 'Anna Lind' },
};
const many = { ...one, titles: ['Keys', 'The house', null], letter_count: 24 };
const links = [`/delivery#${token}`];
const greets = one.recipient_name;

/** What recipients are told. */
export const deliveryMailExamples: Record<string, MailExample[]> = {
  delivery: [
    ...[one, many].map((named) => ({
      facts: { ...owner, ...named, token, is_renewed: false },
      ...{ greets, links },
      says: texts(maria, 'Keys', 'Anna Lind'),
    })),
    ...[one, many].map((named) => ({
      facts: { ...owner, ...named, token, is_renewed: true },
      ...{ greets, links },
      says: texts(maria, 'Keys'),
    })),
    {
      facts: { ...owner, ...many, started_by: 'reader', token, is_renewed: false },
      ...{ greets, links },
      says: texts(maria, 'Keys', 'The house'),
    },
  ],
  delivery_expires_soon: [one, many].flatMap((named) =>
    [false, true].map((is_last) => ({
      facts: { ...owner, ...named, token, expires_on: '2027-11-16', is_last },
      ...{ greets, links },
      says: texts(maria, 'Keys', '16', '2027'),
    })),
  ),
};
