import type { MailboxAttachment } from '@zavet/contract/mail/mailbox-endpoints';
import type { Attachment } from 'postal-mime';
import { attachmentName, isPicture } from './attachment-rules.ts';
import type { ParsedMail } from './parse-mail.ts';

/** All of its pictures together. */
const mostInlineBytes = 8 * 1024 * 1024;

/** What a reader finds below a mail: everything but the pictures that stand inside of it. */
export function attachmentsOf({ attachments, html = '' }: ParsedMail): MailboxAttachment[] {
  return attachments.flatMap((one, index) =>
    isInside(one, html)
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

/** Pictures by the id that the text names them with. */
export function inlinePictures({ attachments, html = '' }: ParsedMail): Map<string, string> {
  const pictures = new Map<string, string>();
  let left = mostInlineBytes;
  for (const one of attachments) {
    if (!isInside(one, html)) continue;
    const bytes = bytesOf(one);
    left -= bytes.length;
    if (left < 0) break;
    const data = `data:${one.mimeType.toLowerCase()};base64,${bytes.toString('base64')}`;
    pictures.set(idOf(one) ?? '', data);
  }
  return pictures;
}

function isInside(one: Attachment, html: string): boolean {
  const id = idOf(one);
  return id !== undefined && isPicture(one.mimeType) && html.includes(`cid:${id}`);
}

function idOf({ contentId }: Attachment): string | undefined {
  return contentId?.replace(/^<|>$/g, '') || undefined;
}
