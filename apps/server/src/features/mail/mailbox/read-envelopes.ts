import { mailboxLimits } from '@zavet/contract/mail/mailbox-values';
import type { FetchMessageObject, MessageStructureObject } from 'imapflow';
import PostalMime from 'postal-mime';
import type { ImapSession } from '../../../platform/imap/with-imap.ts';
import { fetchHeaders, isUnread } from './read-folder.ts';
import { textOfHtml } from './reading/clean-html.ts';
import { oneLine, personOf } from './reading/header-values.ts';
import { readableHeaders } from './reading/parse-mail.ts';
import type { Envelope } from './sealed-mailbox.ts';

const subjectLength = 500;
/** Of the three that are asked for. */
const headerBytes = 64 * 1024;
/** Enough for the preview in any encoding; HTML begins with things that nobody sees. */
const previewBytes = { plain: 1_024, html: 4_096 };

/** What the list says of these mails. Of a mail that cannot be read, what is left of it. */
export async function readEnvelopes(
  session: ImapSession,
  uids: readonly number[],
): Promise<Map<number, Envelope>> {
  const heads = (await fetchHeaders(session, uids)).filter(({ uid }) => uids.includes(uid));
  const previews = await readPreviews(session, heads);
  const envelopes = new Map<number, Envelope>();
  for (const head of heads) {
    envelopes.set(head.uid, await envelopeOf(head, previews.get(head.uid) ?? ''));
  }
  return envelopes;
}

async function envelopeOf(head: FetchMessageObject, preview: string): Promise<Envelope> {
  const { from, subject = '' } = await parsed(
    readableHeaders((head.headers ?? Buffer.alloc(0)).subarray(0, headerBytes)),
  );
  const received = new Date(head.internalDate ?? Number.NaN);
  return {
    from: personOf(from),
    subject: oneLine(subject, subjectLength),
    preview,
    received_at: Number.isNaN(received.getTime()) ? null : received.toISOString(),
    is_unread: isUnread(head),
    has_attachments: leavesOf(head.bodyStructure).some(isAttachment),
    size: head.size ?? 0,
  };
}

interface PreviewPart {
  uid: number;
  part: MessageStructureObject;
}

/** The beginnings of the texts: mails whose text lies in the same part are asked for together. */
async function readPreviews(
  session: ImapSession,
  heads: readonly FetchMessageObject[],
): Promise<Map<number, string>> {
  const groups = new Map<string, PreviewPart[]>();
  for (const { uid, bodyStructure } of heads) {
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
      const beginning = bytes.get(uid);
      if (beginning) previews.set(uid, await previewOf(part, beginning));
    }
  }
  return previews;
}

async function previewOf(part: MessageStructureObject, beginning: Buffer): Promise<string> {
  const charset = /^[\w.:-]{1,40}$/.exec(part.parameters?.charset ?? '')?.[0] ?? 'utf-8';
  const encoding = /^[\w-]{1,40}$/.exec(part.encoding ?? '')?.[0] ?? '7bit';
  const head =
    `Content-Type: ${isHtml(part) ? 'text/html' : 'text/plain'}; charset="${charset}"\r\n` +
    `Content-Transfer-Encoding: ${encoding}\r\n\r\n`;
  const { text, html } = await parsed(Buffer.concat([Buffer.from(head), beginning]));
  // The last sign may have been cut in two.
  const readable = (text ?? textOfHtml(html ?? '')).replace(/[\uFFFD\s]+$/, '');
  return oneLine(readable, mailboxLimits.previewLength);
}

/** Unparseable input counts as empty. */
async function parsed(bytes: Buffer) {
  try {
    return await PostalMime.parse(bytes, { forceRfc822Attachments: true });
  } catch {
    return { from: undefined, subject: undefined, text: undefined, html: undefined };
  }
}

/** Plain text before HTML. */
function textPartOf(
  structure: MessageStructureObject | undefined,
): MessageStructureObject | undefined {
  const texts = leavesOf(structure).filter(
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
  // Pictures inside of the text are no attachments to a reader.
  return !isText && !(id !== undefined && /^image\//i.test(type));
}

/** More parts than anybody reads; a mail may have thousands. */
const mostParts = 200;

function leavesOf(structure: MessageStructureObject | undefined): MessageStructureObject[] {
  const leaves: MessageStructureObject[] = [];
  const waiting = structure ? [structure] : [];
  for (let part = waiting.shift(); part && leaves.length < mostParts; part = waiting.shift()) {
    if (part.childNodes && !/^message\//i.test(part.type))
      waiting.unshift(...part.childNodes.slice(0, mostParts));
    else leaves.push(part);
  }
  return leaves;
}
