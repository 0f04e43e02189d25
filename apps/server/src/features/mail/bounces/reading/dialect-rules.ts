import { statusIn } from './status-part-rules.ts';
import { type Verdict, verdict } from './verdict-rules.ts';

/** A report as a person would read it. */
export interface WrittenReport {
  /** The address it comes from; empty where there is none. */
  from: string;
  subject: string;
  text: string;
  /** The header that Exim and those that follow it put in. */
  namesFailedRecipients: boolean;
}

const daemons =
  /^(mailer[-_.]?daemon|mail[-_.]?daemon|postmaster|mdaemon|mailerdaemon|mail-?delivery.*|system|administrator)$/i;

/** How servers without a machine-readable part say that they have given up. */
const failures = [
  // qmail
  /wasn't able to deliver your message to the following addresses/i,
  // Exim, and what is made of it
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

/** And that they go on trying. */
const delays = [
  /has not (yet )?been delivered/i,
  /(message|delivery) (is|has been) delayed/i,
  /temporary failure/i,
  /this is a warning message only/i,
  /(could not|unable to) be? ?delivered? .{0,40}(for|in) the last \d+ (hours?|minutes?)/i,
  /(keep|continue) trying|will be (re)?tried/i,
  /(ещё|еще) не (было )?доставлено/iu,
];

const givenUp = /permanent (error|failure|fatal)|given up|giving up|failed permanently/i;

/** Below such a line stands our own mail. */
const ownMail =
  /^[ \t>*-]{0,80}(below (this line )?is a copy of|this is a copy of (the|your) message|included is a copy|original message follows|unsent message follows|message header follows|your message follows|-{2,80} ?(original|the (body|header)s? of)|копия (вашего )?(письма|сообщения))/im;

/** Undefined for whatever is no report: an answer of a person, or of a machine that stands in for one. */
export function verdictOfText(report: WrittenReport): Verdict | undefined {
  const isByDaemon = report.namesFailedRecipients || daemons.test(localPartOf(report.from));
  if (!isByDaemon) return undefined;
  const text = withoutOwnMail(report.text);
  const everything = `${report.subject}\n${text}`;
  const said = quotedAnswer(text) ?? text.trim();
  const hasGivenUp = givenUp.test(everything);
  if (!hasGivenUp && delays.some((phrase) => phrase.test(everything))) {
    return verdict('delayed', statusIn(said), said, null);
  }
  const isFailure =
    report.namesFailedRecipients || failures.some((phrase) => phrase.test(everything));
  return isFailure ? verdict('failed', statusIn(said), said, null) : undefined;
}

/** What the text quotes of the far server's answer. */
export function quotedAnswer(text: string): string | null {
  const lines = withoutOwnMail(text)
    .split(/\r?\n/)
    .map((line) => line.trim());
  const first = lines.findIndex(
    (line) => /(^|[\s:(<#>])[45]\d\d[ -]\S/.test(line) || /#?\b5\.\d{1,3}\.\d{1,3}\b/.test(line),
  );
  if (first < 0) return null;
  const answer = lines.slice(first, first + 6);
  const end = answer.indexOf('');
  return answer.slice(0, end < 0 ? answer.length : end).join(' ');
}

function withoutOwnMail(text: string): string {
  const start = ownMail.exec(text)?.index;
  return start === undefined ? text : text.slice(0, start);
}

function localPartOf(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 0 ? address : address.slice(0, at);
}
