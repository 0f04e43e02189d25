import { createVerdict, statusIn, type Verdict } from './verdict-rules.ts';

/** A report without a machine-readable part. */
export interface TextReport {
  /** Sender; may be empty. */
  from: string;
  subject: string;
  text: string;
  /** Has the header `X-Failed-Recipients` (Exim and others). */
  hasFailedRecipients: boolean;
}

const daemonNames =
  /^(mailer[-_.]?daemon|mail[-_.]?daemon|postmaster|mdaemon|mailerdaemon|mail-?delivery.*|system|administrator)$/i;

/** Phrases of permanent failures. */
const failurePhrases = [
  // qmail
  /wasn't able to deliver your message to the following addresses/i,
  // Exim and derivatives
  /could not be delivered to one or more of (its|the following)\s+recipients/i,
  /the following address(\(es\))? failed/i,
  // Exchange before 2007, hMailServer
  /did not reach some or all of the intended recipients/i,
  /the following recipient\(?s?\)? (could not|cannot) be reached/i,
  // Sendmail
  /the following addresses had permanent (fatal|delivery) errors/i,
  // OpenSMTPD
  /an error has occurred while attempting to deliver a message/i,
  /you ran into a permanent failure/i,
  // Courier, masqmail
  /your message to the following recipients cannot be delivered/i,
  /delivery to the following recipients? failed permanently/i,
  // GroupWise, MDaemon, Domino, CommuniGate
  /message that you sent was undeliverable to the following/i,
  /the attached message had (permanent|persistent) (fatal )?delivery errors/i,
  /your message\s+.{0,200}was not delivered to/is,
  /failed to deliver to '/i,
  // Mail.ru, Yandex
  /письмо\s+не\s+может\s+быть\s+(доставлено|отправлено)/iu,
  /не\s+удалось\s+доставить\s+(ваше\s+)?(письмо|сообщение)/iu,
];

/** Phrases of delays. */
const delayPhrases = [
  /has not (yet )?been delivered/i,
  /(message|delivery) (is|has been) delayed/i,
  /temporary failure/i,
  /this is a warning message only/i,
  /(could not|unable to) be? ?delivered? .{0,40}(for|in) the last \d+ (hours?|minutes?)/i,
  /(keep|continue) trying|will be (re)?tried/i,
  /(ещё|еще) не (было )?доставлено/iu,
];

const permanentPhrases = /permanent (error|failure|fatal)|given up|giving up|failed permanently/i;

/** A line that precedes the copy of our mail. */
const ownMailHeading =
  /^[ \t>*-]{0,80}(below (this line )?is a copy of|this is a copy of (the|your) message|included is a copy|original message follows|unsent message follows|message header follows|your message follows|-{2,80} ?(original|the (body|header)s? of)|копия (вашего )?(письма|сообщения))/im;

/** Undefined for other mail, such as replies and auto-replies. */
export function verdictOfText(report: TextReport): Verdict | undefined {
  const isByDaemon = report.hasFailedRecipients || daemonNames.test(localPartOf(report.from));
  if (!isByDaemon) return undefined;
  const text = withoutOwnMail(report.text);
  const fullText = `${report.subject}\n${text}`;
  const diagnostic = quotedDiagnostic(text) ?? text.trim();
  const isPermanent = permanentPhrases.test(fullText);
  if (!isPermanent && delayPhrases.some((phrase) => phrase.test(fullText))) {
    return createVerdict('delayed', statusIn(diagnostic), diagnostic, null);
  }
  const isFailure =
    report.hasFailedRecipients || failurePhrases.some((phrase) => phrase.test(fullText));
  return isFailure ? createVerdict('failed', statusIn(diagnostic), diagnostic, null) : undefined;
}

/** The reply of the other server, as quoted in the text. */
export function quotedDiagnostic(text: string): string | null {
  const lines = withoutOwnMail(text)
    .split(/\r?\n/)
    .map((line) => line.trim());
  const first = lines.findIndex(
    (line) => /(^|[\s:(<#>])[45]\d\d[ -]\S/.test(line) || /#?\b5\.\d{1,3}\.\d{1,3}\b/.test(line),
  );
  if (first < 0) return null;
  const quoted = lines.slice(first, first + 6);
  const end = quoted.indexOf('');
  return quoted.slice(0, end < 0 ? quoted.length : end).join(' ');
}

function withoutOwnMail(text: string): string {
  const start = ownMailHeading.exec(text)?.index;
  return start === undefined ? text : text.slice(0, start);
}

function localPartOf(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 0 ? address : address.slice(0, at);
}
