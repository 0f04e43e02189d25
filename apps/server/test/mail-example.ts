import type { MailWords } from '../src/platform/mail/templates/mail-words.ts';

/** Facts of a mail, and what a reader must find in it. */
export interface MailExample {
  facts: object;
  /** Paths below the public address, in the order of the mail. */
  links: string[];
  says?: (words: MailWords) => string[];
  /** Whom it greets by name; without one it greets nobody in particular. */
  greets?: string;
}

export const token = 'Zk3mS0Yq-vT7_R9bJ2pLwN5cQ8dF4gH6aKeUyIoPsDg';
export const moment = '2026-11-15T09:30:00.000Z';
export const contact = { contact_name: 'Boris Berg', contact_email: 'boris@example.org' };
export const owner = { owner_name: 'Maria Ivanova', owner_email: 'maria@example.org' };
/** What a letter to a recipient names. */
export const boris = 'Boris Berg (boris@example.org)';
export const maria = 'Maria Ivanova (maria@example.org)';

export const texts =
  (...said: string[]) =>
  () =>
    said;
