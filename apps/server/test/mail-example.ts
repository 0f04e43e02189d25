import type { MailWords } from '../src/platform/mail/templates/mail-words.ts';

/** Facts of a mail, and what a reader must find in it. */
export interface MailExample {
  facts: object;
  /** Paths below the public address, in the order of the mail. */
  links: string[];
  says?: (words: MailWords) => string[];
}
