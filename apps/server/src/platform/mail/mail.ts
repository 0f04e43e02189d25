import type { Locale } from '@zavet/contract/locales';
import type { RetryName } from '../jobs/job.ts';
import type { MailRefused } from './mail-transport.ts';
import type { MailTextKey, MailWords } from './templates/mail-words.ts';

/** Recipient, cause and text of a mail, independent of its delivery. */
export interface MailTemplate<Facts> {
  /** Part of queued jobs and Message-IDs, so it never changes. */
  name: string;
  /** Recipient and cause, for docs/mails.md. */
  to: string;
  when: string;
  text(words: MailWords, facts: Facts, site: SiteInfo): MailText;
  /** Page to unsubscribe, for recurring mails. Loading it must have no effect. */
  unsubscribeUrl?(facts: Facts, site: SiteInfo): string;
}

/** A kind of mail. Jobs carry ids only; `find` loads address, language and facts when it is sent. */
export interface Mail<Deps, Ids extends object, Facts> extends MailTemplate<Facts> {
  retry: RetryName;
  /**
   * For mails that a stranger can send to any address. Above the allowance of an unconfirmed address
   * the mail is delayed, or dropped if it can be requested again.
   */
  unconfirmedLimit?: 'delay' | 'drop';
  /** Sent after all other mails. */
  isBulk?: boolean;
  /** Undefined when the mail is no longer due. */
  find(deps: Deps, ids: Ids): Promise<FoundMail<Facts> | MailHeldBack | undefined>;
  /** Records the outcome. May run twice. */
  settle?(deps: Deps, ids: Ids, facts: Facts, end: FinalMailOutcome): Promise<void>;
  /** Handles a delivery report that arrives later. May run twice. */
  onBounced?(deps: Deps, ids: Ids, bounce: BouncedMail): Promise<void>;
  /** Default: a permanent refusal is final. */
  isFinal?(deps: Deps, refusal: MailRefused, facts: Facts): boolean;
}

/** Accepted by the mail server, or refused without a further attempt. */
export type FinalMailOutcome = 'accepted' | 'refused';

export interface FoundMail<Facts> {
  to: string;
  language: Locale;
  /** May be omitted from the headers, so the text must contain it, too; see `OutgoingMail`. */
  reply_to?: string;
  facts: Facts;
}

/** The address or its domain gets no mail for now; the mail is sent later. */
export interface MailHeldBack {
  wait_seconds: number;
}

export type AnyMail<Deps = never> = Mail<Deps, object, unknown>;

export function declareMail<Deps, Ids extends object, Facts>(
  mail: Mail<Deps, Ids, Facts>,
): Mail<Deps, Ids, Facts> {
  return mail;
}

/** A delivery report of a remote mail server. */
export interface Bounce {
  /** Id from the Message-ID or the return address. */
  mail_id: string;
  /** False if the mail is only delayed. */
  permanent: boolean;
  isAddressUnknown: boolean;
  /** Extended status such as 5.1.1. */
  status: string | null;
  /** The remote server and its reply; may contain the address. */
  reply: string;
  reported_at: Date;
}

export interface BouncedMail extends Bounce {
  /** True for the address that the mail was sent to. */
  wasSentTo(address: string): boolean;
}

export interface SiteInfo {
  publicUrl: string;
  supportEmail: string;
}

/** The text of a mail in the recipient's language. */
export interface MailText {
  subject: string;
  /** Shown next to the subject in the list of mails; by default the first paragraph. */
  preheader?: string;
  /** Why the recipient gets this mail. */
  reason: string;
  /** Replaces the usual greeting without a name. */
  greeting?: string;
  blocks: MailBlock[];
}

/** A string is a paragraph, an array the sentences of one paragraph. */
export type MailBlock =
  | string
  | string[]
  | { button: string; href: string; isQuiet?: boolean }
  /** A visible URL. */
  | { href: string; name?: string }
  | { items: string[] }
  /** To be copied by hand. */
  | { code: string }
  /** User input, unchanged. */
  | { verbatim: string };

type WithEnding<Ending extends string> = {
  [Key in MailTextKey]: Key extends `${infer Start}.${Ending}` ? Start : never;
}[MailTextKey];

/** Keys with a subject in the locales. */
type MailKey = WithEnding<'subject'>;

type SubkeyOf<Key extends string> = {
  [Text in MailTextKey]: Text extends `${Key}.${infer Part}` ? Part : never;
}[MailTextKey];

type Values = Record<string, string | number>;

interface HeadOptions {
  reason?: MailTextKey;
  /** Values for the subject. */
  values?: Values;
  greeting?: string;
}

/** Builds a mail from the texts below one key of the locales; `say` returns one of these texts. */
export function mailText<Key extends MailKey>(
  { t }: MailWords,
  key: Key,
  blocks: (say: (part: SubkeyOf<Key>, values?: Values) => string) => MailBlock[],
  { reason = 'account.reason.account', values, greeting }: HeadOptions = {},
): MailText {
  return {
    subject: t(`${key}.subject`, values),
    reason: t(reason),
    greeting,
    blocks: blocks((part, filled) => t(`${key}.${part}` as MailTextKey, filled)),
  };
}

export function button(label: string, href: string): MailBlock {
  return { button: label, href };
}

/** For an action that few readers need. */
export function quietButton(label: string, href: string): MailBlock {
  return { button: label, href, isQuiet: true };
}
