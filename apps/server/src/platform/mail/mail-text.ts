import type { MailTextKey, MailWords } from './templates/mail-words.ts';

/** What a mail says, in its reader's language. */
export interface MailText {
  subject: string;
  /** What mail programs show beside the subject in the list. */
  preheader: string;
  /** Why the person got this mail. */
  reason: string;
  blocks: MailBlock[];
}

/** A text is a paragraph, several are the sentences of one. */
export type MailBlock =
  | string
  | string[]
  | { button: string; href: string; isQuiet?: boolean }
  /** An address written out, for a second way on. */
  | { href: string; name?: string }
  | { items: string[] }
  /** To be copied by hand. */
  | { code: string }
  /** Just as it was typed. */
  | { verbatim: string };

type WithEnding<Ending extends string> = {
  [Key in MailTextKey]: Key extends `${infer Start}.${Ending}` ? Start : never;
}[MailTextKey];

/** Where the locales have a subject and a preheader. */
type MailKey = WithEnding<'subject'> & WithEnding<'preheader'>;

interface HeadOptions {
  reason?: MailTextKey;
  /** For the subject and the preheader. */
  values?: Record<string, string | number>;
}

/** A mail whose subject and preheader stand in the locales under one key. */
export function mailText(
  { t }: MailWords,
  key: MailKey,
  blocks: MailBlock[],
  { reason = 'account.reason.account', values }: HeadOptions = {},
): MailText {
  return {
    subject: t(`${key}.subject`, values),
    preheader: t(`${key}.preheader`, values),
    reason: t(reason),
    blocks,
  };
}
