import { dayName, type MailWords } from '../../src/platform/mail/templates/mail-words.ts';

/** Input of a mail, and the links and texts that the mail must contain. */
export interface MailExample {
  facts: object;
  /** Paths below the public address, in the order of the mail. */
  links: string[];
  contains?: (words: MailWords) => string[];
  /** The name in the greeting; undefined if the greeting has no name. */
  greets?: string;
}

export const siteInfo = {
  publicUrl: 'https://zavet.example',
  supportEmail: 'support@zavet.example',
};
export const token = 'Zk3mS0Yq-vT7_R9bJ2pLwN5cQ8dF4gH6aKeUyIoPsDg';
export const time = '2026-11-15T09:30:00.000Z';
export const day = '2027-01-17';
export const contact = { contact_name: 'Boris Berg', contact_email: 'boris@example.org' };
export const owner = { owner_name: 'Maria Ivanova', owner_email: 'maria@example.org' };
/** Names as they appear in mails. */
export const boris = 'Boris Berg (boris@example.org)';
export const maria = 'Maria Ivanova (maria@example.org)';

export const texts =
  (...parts: string[]) =>
  () =>
    parts;
export const withTime = (words: MailWords) => [words.moment(time)];
export const withDay =
  (...parts: string[]) =>
  (words: MailWords) => [dayName(words, day), ...parts];
