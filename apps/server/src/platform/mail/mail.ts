import type { Locale } from '@zavet/contract/locales';
import type { RetryName } from '../jobs/job.ts';
import type { MailRefused } from './mail-transport.ts';
import type { MailTextKey, MailWords } from './templates/mail-words.ts';

/** What a mail says and to whom, however it is queued. */
export interface MailTemplate<Facts> {
  /** Stands in the queue and in Message-IDs, so it never changes. */
  name: string;
  /** For the page of all mails. */
  to: string;
  when: string;
  text(words: MailWords, facts: Facts, site: SiteInfo): MailText;
  /**
   * Where the reader ends mails of this kind. Mail programs offer it as «unsubscribe»: only for what
   * comes again by itself and can be ended, and a page that does nothing by being opened.
   */
  stopAt?(facts: Facts, site: SiteInfo): string;
}

/**
 * A kind of mail. It is ordered with ids, moments and figures; address, language and everything
 * else it says are found when it is written.
 */
export interface Mail<Deps, Ids extends object, Facts> extends MailTemplate<Facts> {
  retry: RetryName;
  /**
   * May go to an address that a stranger named and that has confirmed nothing. Such an address gets few
   * mails over all kinds (`takeUnconfirmedAllowance`); one too many waits, or is dropped where it can
   * be asked for again.
   */
  namedAddress?: 'waits' | 'drops';
  /** Goes to many people at once: all other mails go first. */
  isBulk?: boolean;
  /** Undefined when the mail is no longer due. */
  find(deps: Deps, ids: Ids): Promise<FoundMail<Facts> | MailHeldBack | undefined>;
  /** Ends the row that the mail was sent for, whichever way it went. May run twice. */
  settle?(deps: Deps, ids: Ids, facts: Facts, end: MailEnd): Promise<void>;
  /** A far mail server reported, at any time after it was taken, that it will not arrive. May run twice. */
  onBounced?(deps: Deps, ids: Ids, bounce: BouncedMail): Promise<void>;
  /** Whether a refusal ends the tries; if not given, a permanent one does. */
  isFinal?(deps: Deps, refusal: MailRefused, facts: Facts): boolean;
}

/** A mail server has the mail, or refused it and there is no further attempt. */
export type MailEnd = 'taken' | 'refused';

/** A report about an ordered mail. */
export interface BouncedMail extends Bounce {
  /** Whether this is the address that the mail had gone to. */
  wentTo(address: string): boolean;
}

export interface FoundMail<Facts> {
  to: string;
  language: Locale;
  /** The text has to name it as well: see `OutgoingMail`. */
  reply_to?: string;
  facts: Facts;
}

/** The address, or the domain that it is in, has had enough mails for now. */
export interface MailHeldBack {
  wait_seconds: number;
}

/** Any mail of a feature, where only its name or its text matters. */
export type AnyMail<Deps = never> = Mail<Deps, object, unknown>;

/** Declares a mail; what `find` gives is what `text` may say. */
export function declareMail<Deps, Ids extends object, Facts>(
  mail: Mail<Deps, Ids, Facts>,
): Mail<Deps, Ids, Facts> {
  return mail;
}

/** What a far mail server reported about a mail that ours had taken. */
export interface Bounce {
  /** The id in the mail's Message-ID and return address. */
  mail_id: string;
  /** Whether the report says that the mail will not arrive at all. */
  permanent: boolean;
  /** Whether it says that there is no such address. */
  isAddressUnknown: boolean;
  /** Extended status such as 5.1.1, where the report has one. */
  status: string | null;
  /** What the far server said, who it was; may name the address. */
  reply: string;
  reported_at: Date;
}

/** Where the product lives and who helps. */
export interface SiteInfo {
  publicUrl: string;
  supportEmail: string;
}

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
