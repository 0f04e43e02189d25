import type { MailboxAttachment } from '@zavet/contract/mail/mailbox-endpoints';
import type { Attachment } from 'postal-mime';
import type { ParsedMail } from './parse-mail.ts';

/** Limit for the total size of the inline pictures of a mail. */
const maxInlineBytes = 8 * 1024 * 1024;

/** All attachments except inline pictures. */
export function attachmentsOf({ attachments, html = '' }: ParsedMail): MailboxAttachment[] {
  return attachments.flatMap((one, index) =>
    isInline(one, html)
      ? []
      : {
          index,
          file_name: attachmentName(one.filename, index, one.mimeType),
          mime_type: one.mimeType.slice(0, 100),
          size: bytesOf(one).length,
        },
  );
}

export function bytesOf({ content }: Attachment): Buffer {
  if (typeof content === 'string') return Buffer.from(content);
  return content instanceof Uint8Array ? Buffer.from(content) : Buffer.from(content, 0);
}

/** Inline pictures as data URLs, by content id. */
export function inlinePictures({ attachments, html = '' }: ParsedMail): Map<string, string> {
  const pictures = new Map<string, string>();
  let remainingBytes = maxInlineBytes;
  for (const one of attachments) {
    if (!isInline(one, html)) continue;
    const bytes = bytesOf(one);
    remainingBytes -= bytes.length;
    if (remainingBytes < 0) break;
    const data = `data:${one.mimeType.toLowerCase()};base64,${bytes.toString('base64')}`;
    pictures.set(idOf(one) ?? '', data);
  }
  return pictures;
}

function isInline(one: Attachment, html: string): boolean {
  const id = idOf(one);
  return id !== undefined && isPicture(one.mimeType) && html.includes(`cid:${id}`);
}

function idOf({ contentId }: Attachment): string | undefined {
  return contentId?.replace(/^<|>$/g, '') || undefined;
}

/** Types that open without running code. All others are served as bytes. */
const harmlessTypes = new Set([
  ...['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf', 'text/plain'],
  ...['audio/mpeg', 'audio/ogg', 'audio/wav', 'video/mp4', 'application/zip'],
]);

/** Excludes SVG, which may contain scripts. */
const pictureTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

const maxNameLength = 150;

export function servedType(mimeType: string): string {
  const type = mimeType.toLowerCase();
  return harmlessTypes.has(type) ? type : 'application/octet-stream';
}

function isPicture(mimeType: string): boolean {
  return pictureTypes.has(mimeType.toLowerCase());
}

/** Strips paths, and characters that disguise the name. */
export function attachmentName(given: string | null, index: number, mimeType: string): string {
  const name = (given ?? '')
    .toWellFormed()
    .replace(/^.*[/\\]/s, '')
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  if (name === '') return `attachment-${index + 1}${mimeType === 'message/rfc822' ? '.eml' : ''}`;
  return shortenName(name);
}

/** Shortens the stem and keeps the extension. */
function shortenName(name: string): string {
  const characters = [...name];
  if (characters.length <= maxNameLength) return name;
  const extension = /\.[^.]{1,12}$/.exec(name)?.[0] ?? '';
  return characters.slice(0, maxNameLength - [...extension].length).join('') + extension;
}
