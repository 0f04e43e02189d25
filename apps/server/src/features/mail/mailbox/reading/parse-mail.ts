import { isUtf8 } from 'node:buffer';
import type { Email } from 'postal-mime';
import PostalMime from 'postal-mime';
import { newId } from '../../../../platform/ids.ts';
import { withinTagBound } from './clean-html.ts';
import { cutLongTexts } from './cut-long-texts.ts';

/** A mail taken apart. */
export interface ParsedMail extends Pick<Email, 'from' | 'to' | 'cc' | 'replyTo' | 'attachments'> {
  subject: string | undefined;
  text: string | undefined;
  html: string | undefined;
  isBroken: boolean;
  /** Stands at the end of what is not whole. */
  cutMark: string | undefined;
}

/** Longer texts are cut: nobody reads them here, and they would have to be cleaned in one go. */
const longestText = 500_000;
const longestHtml = 2_000_000;
const limits = { maxNestingDepth: 100, maxHeadersSize: 1024 * 1024, maxRfc822NestingDepth: 0 };

/** Of a broken mail, what can be read of it. */
export async function parseMail(source: Buffer): Promise<ParsedMail> {
  // Made anew each time: nobody can put it into a mail.
  const cut = cutLongTexts(withReadableHeaders(source), `[cut ${newId()}]`);
  const readable = cut.source;
  const email = await parsed(readable);
  if (!email) return leftOver(readable);
  const isEmpty = !email.text && !email.html && email.attachments.length === 0;
  // What has no headers is taken for one that has nothing else.
  if (isEmpty && !email.headers.some(isHeader) && source.length > 0) return leftOver(readable);
  const { from, to, cc, replyTo, attachments, subject, text, html } = email;
  const longHtml = unmarked(html, cut.mark)?.slice(0, longestHtml);
  const readableHtml = longHtml && withinTagBound(longHtml);
  return {
    ...{ from, to, cc, replyTo, attachments, subject },
    text: unmarked(text, cut.mark)?.slice(0, longestText),
    html: readableHtml,
    cutMark: cut.mark,
    isBroken:
      cut.mark !== undefined ||
      (text?.length ?? 0) > longestText ||
      (html?.length ?? 0) > longestHtml ||
      readableHtml !== longHtml,
  };
}

function unmarked(text: string | undefined, mark: string | undefined): string | undefined {
  return mark === undefined ? text : text?.replaceAll(mark, '');
}

function isHeader({ key, value }: Email['headers'][number]): boolean {
  return /^[!-9;-~]+$/.test(key) && value !== '';
}

async function parsed(source: Buffer): Promise<Email | undefined> {
  try {
    return await PostalMime.parse(source, { ...limits, forceRfc822Attachments: true });
  } catch {
    return undefined;
  }
}

/** Its headers, if they can be read, and everything else as it was written. */
async function leftOver(source: Buffer): Promise<ParsedMail> {
  const text = source.subarray(0, longestText).toString();
  const [headers = ''] = /^(?:[\w-]+:[^\n]*\n|[ \t][^\n]*\n)*/.exec(text) ?? [];
  const email = headers === '' ? undefined : await parsed(Buffer.from(withoutStructure(headers)));
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

function withoutStructure(headers: string): string {
  return headers.replace(/^content-type:[^\n]*\n(?:[ \t][^\n]*\n)*/gim, '');
}

/**
 * Old programs wrote names and subjects in the bytes of their own alphabet without saying so. What
 * is no UTF-8 is read as the alphabet that the mail names, or else as the one they used most here.
 */
export function readableHeaders(bytes: Buffer): Buffer {
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
      // Unknown: the usual one.
    }
  }
  return new TextDecoder('windows-1251');
}

/** A whole message with headers that can be read. Its body says itself what it is written in. */
function withReadableHeaders(source: Buffer): Buffer {
  const end = endOfHeaders(source);
  const headers = source.subarray(0, end);
  const readable = readableHeaders(headers);
  return readable === headers ? source : Buffer.concat([readable, source.subarray(end)]);
}

function endOfHeaders(source: Buffer): number {
  const ends = [source.indexOf('\r\n\r\n'), source.indexOf('\n\n')].filter((end) => end >= 0);
  return ends.length > 0 ? Math.min(...ends) : source.length;
}
