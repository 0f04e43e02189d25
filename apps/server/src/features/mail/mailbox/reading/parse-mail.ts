import { isUtf8 } from 'node:buffer';
import type { Email } from 'postal-mime';
import PostalMime from 'postal-mime';
import { newId } from '../../../../platform/ids.ts';
import { truncateAtTagLimit } from './clean-html.ts';
import { cutLongTexts } from './cut-long-texts.ts';

export interface ParsedMail extends Pick<Email, 'from' | 'to' | 'cc' | 'replyTo' | 'attachments'> {
  subject: string | undefined;
  text: string | undefined;
  html: string | undefined;
  isBroken: boolean;
  /** Text that marks cut texts and attachments; undefined if nothing was cut. */
  cutMark: string | undefined;
}

/** Longer texts are cut, because they are cleaned synchronously. */
const maxTextLength = 500_000;
const maxHtmlLength = 2_000_000;
const mimeLimits = { maxNestingDepth: 100, maxHeadersSize: 1024 * 1024, maxRfc822NestingDepth: 0 };

/** Returns the readable parts of a broken mail. */
export async function parseMail(source: Buffer): Promise<ParsedMail> {
  // The mark is random, so that a mail cannot contain it.
  const cut = cutLongTexts(withDecodedHeaders(source), `[cut ${newId()}]`);
  const readable = cut.source;
  const email = await tryParse(readable);
  if (!email) return parseBroken(readable);
  const isEmpty = !email.text && !email.html && email.attachments.length === 0;
  // Input without headers is parsed as one block of headers.
  if (isEmpty && !email.headers.some(isHeader) && source.length > 0) return parseBroken(readable);
  const { from, to, cc, replyTo, attachments, subject, text, html } = email;
  const longHtml = removeCutMarks(html, cut.mark)?.slice(0, maxHtmlLength);
  const readableHtml = longHtml && truncateAtTagLimit(longHtml);
  return {
    ...{ from, to, cc, replyTo, attachments, subject },
    text: removeCutMarks(text, cut.mark)?.slice(0, maxTextLength),
    html: readableHtml,
    cutMark: cut.mark,
    isBroken:
      cut.mark !== undefined ||
      (text?.length ?? 0) > maxTextLength ||
      (html?.length ?? 0) > maxHtmlLength ||
      readableHtml !== longHtml,
  };
}

function removeCutMarks(text: string | undefined, mark: string | undefined): string | undefined {
  return mark === undefined ? text : text?.replaceAll(mark, '');
}

function isHeader({ key, value }: Email['headers'][number]): boolean {
  return /^[!-9;-~]+$/.test(key) && value !== '';
}

async function tryParse(source: Buffer): Promise<Email | undefined> {
  try {
    return await PostalMime.parse(source, { ...mimeLimits, forceRfc822Attachments: true });
  } catch {
    return undefined;
  }
}

/** Returns readable headers, and the rest as raw text. */
async function parseBroken(source: Buffer): Promise<ParsedMail> {
  const text = source.subarray(0, maxTextLength).toString();
  const [headers = ''] = /^(?:[\w-]+:[^\n]*\n|[ \t][^\n]*\n)*/.exec(text) ?? [];
  const email = headers === '' ? undefined : await tryParse(Buffer.from(dropContentTypes(headers)));
  return {
    from: email?.from,
    to: email?.to,
    cc: email?.cc,
    replyTo: email?.replyTo,
    subject: email?.subject,
    attachments: [],
    text: text.slice(headers.length).trimStart(),
    html: undefined,
    cutMark: undefined,
    isBroken: true,
  };
}

function dropContentTypes(headers: string): string {
  return headers.replace(/^content-type:[^\n]*\n(?:[ \t][^\n]*\n)*/gim, '');
}

/**
 * Decodes raw 8-bit headers of old mail clients: from the charset of the mail, or else from
 * windows-1251, the most common one here.
 */
export function decodeHeaders(bytes: Buffer): Buffer {
  if (isUtf8(bytes)) return bytes;
  const named = /charset\s*=\s*"?([\w-]{1,40})/i.exec(bytes.toString('latin1'))?.[1];
  return Buffer.from(decoderFor(named).decode(bytes));
}

function decoderFor(charset: string | undefined) {
  const isUseful = charset !== undefined && !/^(utf-?8|us-ascii)$/i.test(charset);
  if (isUseful) {
    try {
      return new TextDecoder(charset);
    } catch {
      // Unknown charset.
    }
  }
  return new TextDecoder('windows-1251');
}

/** A message with decoded headers. Its body declares its own charset. */
function withDecodedHeaders(source: Buffer): Buffer {
  const end = endOfHeaders(source);
  const headers = source.subarray(0, end);
  const readable = decodeHeaders(headers);
  return readable === headers ? source : Buffer.concat([readable, source.subarray(end)]);
}

function endOfHeaders(source: Buffer): number {
  const ends = [source.indexOf('\r\n\r\n'), source.indexOf('\n\n')].filter((end) => end >= 0);
  return ends.length > 0 ? Math.min(...ends) : source.length;
}
