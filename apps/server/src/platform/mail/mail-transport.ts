const longestResponse = 400;

const lineBreaks = /\s*[\r\n\p{Cc}\p{Zl}\p{Zp}]+\s*/gu;

const addressLike = /[^\s<>"'(),;:[\]]+@[^\s<>"'(),;:[\]]+/g;

/** A shorter name would be found inside of ordinary words. */
const shortestName = 3;

const controlCharacters = /\p{Cc}/u;

const lineBreakingRuns = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Exactly one address: nothing that could be read as a second one, a name or a comment. */
const singleAddress = /^[^\s@<>()[\]",;:\\]+@[^\s@<>()[\]",;:\\]+$/u;

const messageId = /^[\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+$/;

/** One mail to one person, ready to be sent. */
export interface OutgoingMail {
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Stays the same when the mail is sent again, so that mail programs show it once. */
  message_id: string;
  /** Left out where it is not ASCII before the @ and `to` is: the text has to name it as well. */
  reply_to?: string;
  /** A page on which the reader ends mails of this kind; mail programs lead there. */
  unsubscribe_url?: string;
  /** Where reports about this mail are to go; the sender's own address if not given. */
  return_path?: string;
  /** Language tag of the text, for the reader's mail program. */
  language: string;
}

/** The line that an answer came over. */
export interface MailConnection {
  /** The server that answered, or that did not, with its port. */
  host?: string;
  /** The version of TLS, `TLS` where it is not known any more, `none` on an open line. */
  tls?: string;
}

export interface DeliveryReceipt extends MailConnection {
  /** What the accepting side answered. */
  response: string;
}

export interface MailTransport {
  /** Resolves when the mail was accepted; throws `MailRefused` when it was not. */
  deliver(mail: OutgoingMail): Promise<DeliveryReceipt>;
  /** Lets mails under way finish and takes no new ones. */
  close(): Promise<void>;
}

interface Refusal extends MailConnection {
  permanent: boolean;
  isUnanswered?: boolean;
  isInterrupted?: boolean;
  isAddressUnknown?: boolean;
  retryAfterMs?: number;
}

/** The mail was not accepted. Only a permanent refusal makes another try pointless. */
export class MailRefused extends Error {
  readonly permanent: boolean;
  /** The mail server could not be talked to at all: that says nothing about this mail. */
  readonly isUnanswered: boolean;
  /** The line broke off or went silent in the middle: nobody knows what became of the mail. */
  readonly isInterrupted: boolean;
  /** The mail server says that there is no such address. */
  readonly isAddressUnknown: boolean;
  /** The answer of the mail server, or what went wrong on the way. May name the address. */
  readonly response: string;
  readonly host?: string;
  readonly tls?: string;
  /** Set where the mail was not handed over at all, because its turn comes later: no try of it. */
  readonly retryAfterMs?: number;

  constructor(response: string, refusal: Refusal) {
    super(refusal.permanent ? 'mail refused permanently' : 'mail refused for now');
    this.name = 'MailRefused';
    this.permanent = refusal.permanent;
    this.isUnanswered = refusal.isUnanswered ?? false;
    this.isInterrupted = refusal.isInterrupted ?? false;
    this.isAddressUnknown = refusal.isAddressUnknown ?? false;
    this.response = response;
    this.host = refusal.host;
    this.tls = refusal.tls;
    this.retryAfterMs = refusal.retryAfterMs;
  }
}

/** What a mail server answered and over which line, for the ledger. May name the address. */
export function replyLine({ response, host, tls }: DeliveryReceipt): string {
  const said = oneLine(response).slice(0, longestResponse);
  return host ? `${said} [${host}, ${tlsWords(tls)}]` : said;
}

/** The answer alone, for those whom our mail server does not concern. */
export function replyWithoutConnection(line: string): string {
  return line.replace(/ \[\S+, (?:no line|no TLS|TLS[\w.]*)\]$/, '');
}

/** The same for the log, where no address of a person belongs. */
interface AnswerFacts {
  reply: string;
  status_code?: number;
  host?: string;
  tls?: string;
}

export function replyFacts({ response, host, tls }: DeliveryReceipt, to?: string): AnswerFacts {
  const [status] = /^[2-5]\d\d\b/.exec(response) ?? [];
  return {
    reply: withoutAddresses(oneLine(response), to).slice(0, longestResponse),
    ...(status && { status_code: Number(status) }),
    ...(host && { host, tls }),
  };
}

/** Servers quote the whole address, or only what stands before the @. */
function withoutAddresses(text: string, to = ''): string {
  const masked = text.replace(addressLike, '[address]');
  const name = to.slice(0, to.lastIndexOf('@'));
  if (name.length < shortestName) return masked;
  const literal = name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const whole = new RegExp(`(?<![\\p{L}\\d])${literal}(?![\\p{L}\\d])`, 'giu');
  return masked.replace(whole, '[address]');
}

function oneLine(text: string): string {
  return text.replace(lineBreaks, ' ').trim();
}

function tlsWords(tls: string | undefined): string {
  return tls === 'none' ? 'no TLS' : (tls ?? 'no line');
}

/** The parts of a mail that become headers, with no way left to start a header of their own. */
export function safeHeaders(mail: OutgoingMail) {
  return {
    to: addressOnly(mail.to),
    replyTo: mail.reply_to === undefined ? undefined : addressOnly(mail.reply_to),
    returnPath: mail.return_path === undefined ? undefined : addressOnly(mail.return_path),
    subject: mail.subject.replace(lineBreakingRuns, ' ').trim(),
    messageId: `<${bareMessageId(mail.message_id)}>`,
    unsubscribeUrl:
      mail.unsubscribe_url === undefined ? undefined : pageAddress(mail.unsubscribe_url),
    language: Intl.getCanonicalLocales(mail.language)[0] ?? '',
  };
}

function addressOnly(value: string): string {
  if (controlCharacters.test(value) || !singleAddress.test(value)) {
    throw new MailRefused('not a single e-mail address', {
      permanent: true,
      isAddressUnknown: true,
    });
  }
  return value;
}

/** In a header it stands between < and >. */
function pageAddress(value: string): string {
  const { protocol, href } = new URL(value);
  if (!/^https?:$/.test(protocol) || /[<>\s,]/.test(href)) {
    throw new TypeError('The page on which mails are ended is at a web address');
  }
  return href;
}

function bareMessageId(value: string): string {
  const bare = value.replace(/^<(.*)>$/, '$1');
  if (!messageId.test(bare)) throw new TypeError('A Message-ID is written as id@domain');
  return bare;
}
