import type { MailTextKey, MailWords } from './templates/mail-words.ts';

/** What a mail says, in its reader's language. */
export interface MailText {
  subject: string;
  /** What mail programs show beside the subject in the list. */
  preheader: string;
  /** Why the person got this mail. */
  reason: string;
  /** Instead of the usual greeting, which names nobody. */
  greeting?: string;
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

/** What stands under a key. */
type PartOf<Key extends string> = {
  [Text in MailTextKey]: Text extends `${Key}.${infer Part}` ? Part : never;
}[MailTextKey];

type Values = Record<string, string | number>;

interface HeadOptions {
  reason?: MailTextKey;
  /** For the subject and the preheader. */
  values?: Values;
  greeting?: string;
}

/** A mail whose words stand in the locales under one key; `say` gives its sentences. */
export function mailText<Key extends MailKey>(
  { t }: MailWords,
  key: Key,
  blocks: (say: (part: PartOf<Key>, values?: Values) => string) => MailBlock[],
  { reason = 'account.reason.account', values, greeting }: HeadOptions = {},
): MailText {
  return {
    subject: t(`${key}.subject`, values),
    preheader: t(`${key}.preheader`, values),
    reason: t(reason),
    greeting,
    blocks: blocks((part, filled) => t(`${key}.${part}` as MailTextKey, filled)),
  };
}

export function button(label: string, href: string): MailBlock {
  return { button: label, href };
}

/** A step that most readers will not need to take. */
export function quietButton(label: string, href: string): MailBlock {
  return { button: label, href, isQuiet: true };
}
