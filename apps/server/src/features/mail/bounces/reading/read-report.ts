import { createHash } from 'node:crypto';
import PostalMime, { type Email } from 'postal-mime';
import { quotedAnswer, verdictOfText } from './dialect-rules.ts';
import { recipientsIn } from './status-part-rules.ts';
import { type Verdict, verdictOf } from './verdict-rules.ts';

/** A mail that came to a return address. */
export interface ArrivedMail {
  /** Undefined where it reports no trouble: success, a receipt, an answer, anything else. */
  verdict: Verdict | undefined;
  /** Every address that may be the return address it came to, the surest first. */
  addresses: string[];
  /** The same for the same report, however often and by whatever way it comes. */
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
/** Where mail servers write the address that they delivered to. */
const recipientHeaders = [
  ...['x-original-to', 'delivered-to', 'envelope-to', 'x-envelope-to', 'x-rcpt-to', 'to'],
];
/** Bounded, as everything here: strangers write what is read. */
const address = /[^\s<>"'(),;:@[\]]{1,64}@[a-z0-9.-]{1,190}/gi;
const lineFeed = 10;
const longestHeader = 2_000;
const longestText = 200_000;
/**
 * The part of a report that is parsed; the copy of our mail behind it may be cut off. The parser works
 * line by line: a megabyte of line breaks would cost it a gigabyte.
 */
export const reportBounds = { bytes: 256 * 1024, lines: 5_000 };
const mimeBounds = { maxNestingDepth: 20, maxHeadersSize: 128 * 1024, maxRfc822NestingDepth: 0 };

/** Reads any mail; what cannot be read says nothing. */
export async function readReport(
  source: Uint8Array,
  /** Given where we took the mail ourselves. */
  envelopeRecipients: readonly string[] = [],
): Promise<ArrivedMail> {
  const mail = await parsed(source);
  if (!mail) return { verdict: undefined, addresses: [...envelopeRecipients], digest: '' };
  const parts = mail.attachments.map(({ mimeType, content }) => ({
    type: mimeType.toLowerCase(),
    text: textOf(content).slice(0, longestText),
  }));
  const status = parts.find(({ type }) => statusParts.has(type))?.text;
  const returned = parts.filter(({ type }) => returnedParts.has(type)).map(({ text }) => text);
  const text = (mail.text ?? htmlText(mail.html ?? '')).slice(0, longestText);
  const headers = recipientHeaders.flatMap((name) => valuesOf(mail, name));
  return {
    verdict: parts.some(({ type }) => otherReports.has(type))
      ? undefined
      : verdictIn(mail, status, text),
    addresses: [
      ...envelopeRecipients,
      ...headers.flatMap((value) => value.match(address) ?? []),
      ...returnPathsIn([...returned, text].join('\n\n')),
    ],
    digest: digestOf(mail.date ?? '', status ?? text),
  };
}

function verdictIn(mail: Email, status: string | undefined, text: string): Verdict | undefined {
  // A few servers write the fields into the text.
  const fields = status ?? (/^Action:/im.test(text) && /^Status:/im.test(text) ? text : undefined);
  const recipients = fields === undefined ? [] : recipientsIn(fields);
  if (recipients.length > 0) return verdictOf(recipients, quotedAnswer(text));
  return verdictOfText({
    from: mail.from?.address ?? '',
    subject: mail.subject ?? '',
    text,
    namesFailedRecipients: valuesOf(mail, 'x-failed-recipients').length > 0,
  });
}

async function parsed(source: Uint8Array): Promise<Email | undefined> {
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
    .map(({ value }) => value.slice(0, longestHeader));
}

function returnPathsIn(text: string): string[] {
  return [
    ...text.matchAll(/^[ \t>]{0,20}Return-Path:[ \t]{0,20}<?([^\s<>@]{1,64}@[^\s<>@]{1,190})>?/gim),
  ].flatMap(([, found]) => found ?? []);
}

/** Not its Message-ID: the last server gives a new one to each copy of a report that has none. */
function digestOf(date: string, said: string): string {
  const words = said.replace(/\s+/g, ' ').trim();
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
