import { mailboxLimits } from '@zavet/contract/mail/mailbox-values';
import type { FetchMessageObject, MessageStructureObject } from 'imapflow';
import PostalMime from 'postal-mime';
import type { ImapSession } from '../../../platform/imap/with-imap.ts';
import { fetchHeaders, isUnread } from './read-folder.ts';
import { textOfHtml } from './reading/clean-html.ts';
import { personOf, toOneLine } from './reading/header-values.ts';
import { decodeHeaders } from './reading/parse-mail.ts';
import type { Envelope } from './sealed-mailbox.ts';

const subjectLength = 500;
/** Maximum size of the requested headers of a mail. */
const headerBytes = 64 * 1024;
/** Enough for the preview in any encoding. HTML starts with invisible content. */
const previewBytes = { plain: 1_024, html: 4_096 };

/** Summaries of these mails, with defaults for unreadable parts. */
export async function readEnvelopes(
  session: ImapSession,
  uids: readonly number[],
): Promise<Map<number, Envelope>> {
  const messages = (await fetchHeaders(session, uids)).filter(({ uid }) => uids.includes(uid));
  const previews = await readPreviews(session, messages);
  const envelopes = new Map<number, Envelope>();
  for (const message of messages) {
    envelopes.set(message.uid, await envelopeOf(message, previews.get(message.uid) ?? ''));
  }
  return envelopes;
}

async function envelopeOf(message: FetchMessageObject, preview: string): Promise<Envelope> {
  const { from, subject = '' } = await parseOrEmpty(
    decodeHeaders((message.headers ?? Buffer.alloc(0)).subarray(0, headerBytes)),
  );
  const received = new Date(message.internalDate ?? Number.NaN);
  return {
    from: personOf(from),
    subject: toOneLine(subject, subjectLength),
    preview,
    received_at: Number.isNaN(received.getTime()) ? null : received.toISOString(),
    is_unread: isUnread(message),
    has_attachments: leafPartsOf(message.bodyStructure).some(isAttachment),
    size: message.size ?? 0,
  };
}

interface PreviewPart {
  uid: number;
  part: MessageStructureObject;
}

/**
 * Fetches the beginning of each text, with one request for all mails that have it in the same part.
 */
async function readPreviews(
  session: ImapSession,
  messages: readonly FetchMessageObject[],
): Promise<Map<number, string>> {
  const groups = new Map<string, PreviewPart[]>();
  for (const { uid, bodyStructure } of messages) {
    const part = textPartOf(bodyStructure);
    if (!part) continue;
    const group = `${part.part ?? '1'} ${isHtml(part) ? 'html' : 'plain'}`;
    groups.set(group, [...(groups.get(group) ?? []), { uid, part }]);
  }
  const previews = new Map<number, string>();
  for (const [group, members] of groups) {
    const [key = '1', kind] = group.split(' ');
    const maxLength = kind === 'html' ? previewBytes.html : previewBytes.plain;
    const uids = members.map(({ uid }) => uid).join(',');
    const found = await session.ask((client) =>
      client.fetchAll(
        uids,
        { uid: true, bodyParts: [{ key, start: 0, maxLength }] },
        { uid: true },
      ),
    );
    const bytes = new Map(
      found.map(({ uid, bodyParts }) => [uid, bodyParts?.get(key.toLowerCase())]),
    );
    for (const { uid, part } of members) {
      const start = bytes.get(uid);
      if (start) previews.set(uid, await previewOf(part, start));
    }
  }
  return previews;
}

async function previewOf(part: MessageStructureObject, start: Buffer): Promise<string> {
  const charset = /^[\w.:-]{1,40}$/.exec(part.parameters?.charset ?? '')?.[0] ?? 'utf-8';
  const encoding = /^[\w-]{1,40}$/.exec(part.encoding ?? '')?.[0] ?? '7bit';
  const headers =
    `Content-Type: ${isHtml(part) ? 'text/html' : 'text/plain'}; charset="${charset}"\r\n` +
    `Content-Transfer-Encoding: ${encoding}\r\n\r\n`;
  const { text, html } = await parseOrEmpty(Buffer.concat([Buffer.from(headers), start]));
  // The last character may be truncated.
  const readable = (text ?? textOfHtml(html ?? '')).replace(/[\uFFFD\s]+$/, '');
  return toOneLine(readable, mailboxLimits.previewLength);
}

/** Unparseable input counts as empty. */
async function parseOrEmpty(bytes: Buffer) {
  try {
    return await PostalMime.parse(bytes, { forceRfc822Attachments: true });
  } catch {
    return { from: undefined, subject: undefined, text: undefined, html: undefined };
  }
}

/** Prefers plain text to HTML. */
function textPartOf(
  structure: MessageStructureObject | undefined,
): MessageStructureObject | undefined {
  const texts = leafPartsOf(structure).filter(
    (part) => /^text\/(plain|html)$/i.test(part.type) && !isAttachment(part),
  );
  return texts.find((part) => !isHtml(part)) ?? texts[0];
}

function isHtml({ type }: MessageStructureObject): boolean {
  return type.toLowerCase() === 'text/html';
}

function isAttachment({ disposition, type, id }: MessageStructureObject): boolean {
  if (disposition?.toLowerCase() === 'attachment') return true;
  const isText = /^(text\/(plain|html)|multipart\/.*)$/i.test(type);
  // Inline images are not attachments.
  return !isText && !(id !== undefined && /^image\//i.test(type));
}

/** Limits the work for mails with thousands of parts. */
const maxParts = 200;

function leafPartsOf(structure: MessageStructureObject | undefined): MessageStructureObject[] {
  const leaves: MessageStructureObject[] = [];
  const queue = structure ? [structure] : [];
  for (let part = queue.shift(); part && leaves.length < maxParts; part = queue.shift()) {
    if (part.childNodes && !/^message\//i.test(part.type))
      queue.unshift(...part.childNodes.slice(0, maxParts));
    else leaves.push(part);
  }
  return leaves;
}
