import { createHash } from 'node:crypto';
import PostalMime, { type Email } from 'postal-mime';
import { quotedDiagnostic, verdictOfText } from './text-report-rules.ts';
import { recipientsIn, type Verdict, verdictOfRecipients } from './verdict-rules.ts';

/** A mail to a return address. */
export interface ParsedReport {
  /** Undefined if the mail reports no failure or delay: a success, receipt, reply or other mail. */
  verdict: Verdict | undefined;
  /** Candidates for the return address, most reliable first. */
  addresses: string[];
  /** Equal for duplicates, also from different sources. */
  digest: string;
}

const statusParts = new Set(['message/delivery-status', 'message/global-delivery-status']);
const otherReports = new Set([
  ...['message/disposition-notification', 'message/global-disposition-notification'],
  'message/feedback-report',
]);
const returnedParts = new Set([
  ...['message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers'],
  ...['message/global', 'message/global-headers'],
]);
/** Headers with the address that a mail was delivered to. */
const recipientHeaders = [
  ...['x-original-to', 'delivered-to', 'envelope-to', 'x-envelope-to', 'x-rcpt-to', 'to'],
];
/** Bounded like everything here, because the input is untrusted. */
const addressPattern = /[^\s<>"'(),;:@[\]]{1,64}@[a-z0-9.-]{1,190}/gi;
const lineFeed = 10;
const maxHeaderLength = 2_000;
const maxTextLength = 200_000;
/**
 * Limits of the parsed input; the copy of our mail at its end may be cut off. The parser needs a
 * gigabyte for a megabyte of line breaks.
 */
export const reportBounds = { bytes: 256 * 1024, lines: 5_000 };
const mimeBounds = { maxNestingDepth: 20, maxHeadersSize: 128 * 1024, maxRfc822NestingDepth: 0 };

/** Unparseable input counts as mail without a verdict. */
export async function readReport(
  source: Uint8Array,
  /** Recipients in the SMTP envelope, known if our listener received the mail. */
  envelopeRecipients: readonly string[] = [],
): Promise<ParsedReport> {
  const mail = await tryParseMail(source);
  if (!mail) return { verdict: undefined, addresses: [...envelopeRecipients], digest: '' };
  const parts = mail.attachments.map(({ mimeType, content }) => ({
    type: mimeType.toLowerCase(),
    text: textOf(content).slice(0, maxTextLength),
  }));
  const status = parts.find(({ type }) => statusParts.has(type))?.text;
  const returned = parts.filter(({ type }) => returnedParts.has(type)).map(({ text }) => text);
  const text = (mail.text ?? htmlText(mail.html ?? '')).slice(0, maxTextLength);
  const headers = recipientHeaders.flatMap((name) => valuesOf(mail, name));
  return {
    verdict: parts.some(({ type }) => otherReports.has(type))
      ? undefined
      : verdictIn(mail, status, text),
    addresses: [
      ...envelopeRecipients,
      ...headers.flatMap((value) => value.match(addressPattern) ?? []),
      ...returnPathsIn([...returned, text].join('\n\n')),
    ],
    digest: digestOf(mail.date ?? '', status ?? text),
  };
}

function verdictIn(mail: Email, status: string | undefined, text: string): Verdict | undefined {
  // A few servers write the fields in the text.
  const fields = status ?? (/^Action:/im.test(text) && /^Status:/im.test(text) ? text : undefined);
  const recipients = fields === undefined ? [] : recipientsIn(fields);
  if (recipients.length > 0) return verdictOfRecipients(recipients, quotedDiagnostic(text));
  return verdictOfText({
    from: mail.from?.address ?? '',
    subject: mail.subject ?? '',
    text,
    hasFailedRecipients: valuesOf(mail, 'x-failed-recipients').length > 0,
  });
}

async function tryParseMail(source: Uint8Array): Promise<Email | undefined> {
  try {
    const options = { ...mimeBounds, forceRfc822Attachments: true };
    return await PostalMime.parse(withinBounds(source), options);
  } catch {
    return undefined;
  }
}

export function withinBounds(source: Uint8Array): Uint8Array {
  let end = -1;
  for (let lines = 0; lines < reportBounds.lines; lines += 1) {
    end = source.indexOf(lineFeed, end + 1);
    if (end < 0 || end >= reportBounds.bytes) return source.subarray(0, reportBounds.bytes);
  }
  return source.subarray(0, end + 1);
}

function valuesOf(mail: Email, name: string): string[] {
  return mail.headers
    .filter(({ key }) => key === name)
    .slice(0, 10)
    .map(({ value }) => value.slice(0, maxHeaderLength));
}

function returnPathsIn(text: string): string[] {
  return [
    ...text.matchAll(/^[ \t>]{0,20}Return-Path:[ \t]{0,20}<?([^\s<>@]{1,64}@[^\s<>@]{1,190})>?/gim),
  ].flatMap(([, found]) => found ?? []);
}

/**
 * A digest that is equal for copies of a report. Excludes the Message-ID, because servers add a new
 * one to each copy that has none.
 */
function digestOf(date: string, content: string): string {
  const words = content.replace(/\s+/g, ' ').trim();
  return createHash('sha256').update(`${date}\n${words}`).digest('base64url');
}

function textOf(content: string | ArrayBuffer | Uint8Array): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content);
}

function htmlText(html: string): string {
  return html
    .replace(/<(br|\/p|\/div|\/tr|\/li)\b[^<>]{0,2000}>/gi, '\n')
    .replace(/<[^<>]{1,2000}>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&');
}
