/** One mail to one person. */
export interface OutgoingMail {
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Constant for a repeated mail, so that mail programs show it once. */
  message_id: string;
  /**
   * Omitted if its local part is not ASCII but that of `to` is. So the text must contain this
   * address, too.
   */
  reply_to?: string;
  unsubscribe_url?: string;
  /** Address for delivery reports. Default: the sender. */
  return_path?: string;
  language: string;
}

/** The SMTP connection over which a reply arrived. */
export interface MailConnection {
  /** Host and port. */
  host?: string;
  /** TLS version, `TLS` if the version is unknown, `none` without encryption. */
  tls?: string;
}

export interface DeliveryReceipt extends MailConnection {
  response: string;
}

export interface MailTransport {
  /** Resolves when the mail was accepted, otherwise rejects with `MailRefused`. */
  deliver(mail: OutgoingMail): Promise<DeliveryReceipt>;
  /** Waits for running deliveries. */
  close(): Promise<void>;
}

interface Refusal extends MailConnection {
  permanent: boolean;
  isUnanswered?: boolean;
  isInterrupted?: boolean;
  isAddressUnknown?: boolean;
  retryAfterMs?: number;
}

/** The mail was not accepted. A retry makes sense unless `permanent` is set. */
export class MailRefused extends Error {
  readonly permanent: boolean;
  /** The mail server could not be reached. */
  readonly isUnanswered: boolean;
  /** The connection broke during the delivery: the outcome is unknown. */
  readonly isInterrupted: boolean;
  readonly isAddressUnknown: boolean;
  /** The reply of the mail server or the connection error. May contain the address. */
  readonly response: string;
  readonly host?: string;
  readonly tls?: string;
  /** Set by rate limits. The mail was not sent, so this does not count as an attempt. */
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

const maxReplyLength = 400;

/** Reply and connection in one line, for the delivery ledger. May contain the address. */
export function replyLine({ response, host, tls }: DeliveryReceipt): string {
  const reply = oneLine(response).slice(0, maxReplyLength);
  return host ? `${reply} [${host}, ${tlsText(tls)}]` : reply;
}

/** A line of `replyLine` without the connection, which is internal. */
export function replyWithoutConnection(line: string): string {
  return line.replace(/ \[\S+, (?:no line|no TLS|TLS[\w.]*)\]$/, '');
}

interface ReplyFacts {
  reply: string;
  status_code?: number;
  host?: string;
  tls?: string;
}

/** Reply and connection for the log, without addresses. */
export function replyFacts({ response, host, tls }: DeliveryReceipt, to?: string): ReplyFacts {
  const [status] = /^[2-5]\d\d\b/.exec(response) ?? [];
  return {
    reply: withoutAddresses(oneLine(response), to).slice(0, maxReplyLength),
    ...(status && { status_code: Number(status) }),
    ...(host && { host, tls }),
  };
}

const addressLike = /[^\s<>"'(),;:[\]]+@[^\s<>"'(),;:[\]]+/g;
/** Shorter local parts would match inside ordinary words. */
const minLocalPartLength = 3;

/** Masks addresses and the local part of `to`, because servers quote either of them. */
function withoutAddresses(text: string, to = ''): string {
  const masked = text.replace(addressLike, '[address]');
  const localPart = to.slice(0, to.lastIndexOf('@'));
  if (localPart.length < minLocalPartLength) return masked;
  const literal = localPart.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const whole = new RegExp(`(?<![\\p{L}\\d])${literal}(?![\\p{L}\\d])`, 'giu');
  return masked.replace(whole, '[address]');
}

function oneLine(text: string): string {
  return text.replace(lineBreaks, ' ').trim();
}

const lineBreaks = /\s*[\r\n\p{Cc}\p{Zl}\p{Zp}]+\s*/gu;

function tlsText(tls: string | undefined): string {
  return tls === 'none' ? 'no TLS' : (tls ?? 'no line');
}

/** The headers of a mail, safe against header injection. */
export function safeHeaders(mail: OutgoingMail) {
  return {
    to: singleAddress(mail.to),
    replyTo: mail.reply_to === undefined ? undefined : singleAddress(mail.reply_to),
    returnPath: mail.return_path === undefined ? undefined : singleAddress(mail.return_path),
    subject: mail.subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim(),
    messageId: `<${bareMessageId(mail.message_id)}>`,
    unsubscribeUrl:
      mail.unsubscribe_url === undefined ? undefined : bracketableUrl(mail.unsubscribe_url),
    language: Intl.getCanonicalLocales(mail.language)[0] ?? '',
  };
}

/** Returns a single address; refuses display names, comments and further addresses. */
function singleAddress(value: string): string {
  const isSingle = /^[^\s@<>()[\]",;:\\]+@[^\s@<>()[\]",;:\\]+$/u.test(value);
  if (isSingle && !/\p{Cc}/u.test(value)) return value;
  throw new MailRefused('not a single e-mail address', { permanent: true, isAddressUnknown: true });
}

/** Returns a URL that can be put between < and > in a header; throws for other URLs. */
function bracketableUrl(value: string): string {
  const { protocol, href } = new URL(value);
  if (!/^https?:$/.test(protocol) || /[<>\s,]/.test(href)) {
    throw new TypeError('The URL to unsubscribe must be an http or https URL');
  }
  return href;
}

function bareMessageId(value: string): string {
  const bare = value.replace(/^<(.*)>$/, '$1');
  if (/^[\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+$/.test(bare)) return bare;
  throw new TypeError('A Message-ID is written as id@domain');
}
