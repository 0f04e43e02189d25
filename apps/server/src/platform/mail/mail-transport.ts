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
  stop_url?: string;
  /** Where reports about this mail are to go; the sender's own address if not given. */
  return_path?: string;
  /** Language tag of the text, for the reader's mail program. */
  language: string;
}

/** The line that an answer came over. */
export interface MailLine {
  /** The server that answered, or that did not, with its port. */
  host?: string;
  /** The version of TLS, `TLS` where it is not known any more, `none` on an open line. */
  tls?: string;
}

export interface DeliveryReceipt extends MailLine {
  /** What the accepting side answered. */
  response: string;
}

export interface MailTransport {
  /** Resolves when the mail was accepted; throws `MailRefused` when it was not. */
  deliver(mail: OutgoingMail): Promise<DeliveryReceipt>;
  /** Lets mails under way finish and takes no new ones. */
  close(): Promise<void>;
}

interface Refusal extends MailLine {
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
