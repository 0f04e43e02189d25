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
  /** Where reports about this mail are to go; the sender's own address if not given. */
  return_path?: string;
  /** Language tag of the text, for the reader's mail program. */
  language: string;
}

export interface DeliveryReceipt {
  /** What the accepting side answered. */
  response: string;
}

export interface MailTransport {
  /** Resolves when the mail was accepted; throws `MailRefused` when it was not. */
  deliver(mail: OutgoingMail): Promise<DeliveryReceipt>;
  /** Lets mails under way finish and takes no new ones. */
  close(): Promise<void>;
}

interface Refusal {
  permanent: boolean;
  isUnanswered?: boolean;
  isInterrupted?: boolean;
  isAddressUnknown?: boolean;
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

  constructor(
    response: string,
    { permanent, isUnanswered = false, isInterrupted = false, isAddressUnknown = false }: Refusal,
  ) {
    super(permanent ? 'mail refused permanently' : 'mail refused for now');
    this.name = 'MailRefused';
    this.permanent = permanent;
    this.isUnanswered = isUnanswered;
    this.isInterrupted = isInterrupted;
    this.isAddressUnknown = isAddressUnknown;
    this.response = response;
  }
}
