import type { Locale } from '@zavet/contract/locales';
import type { RetryName } from '../jobs/retry-policies.ts';
import type { Bounce } from './bounce.ts';
import type { MailText } from './mail-text.ts';
import type { MailRefused } from './mail-transport.ts';
import type { SiteInfo } from './site-info.ts';
import type { MailWords } from './templates/mail-words.ts';

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
