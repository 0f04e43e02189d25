import type { MailboxMessageView } from '@zavet/contract/mail/mailbox-endpoints';
import { attachmentName, servedType } from './attachment-rules.ts';
import { cleanHtml } from './clean-html.ts';
import { attachmentsOf, bytesOf, inlinePictures } from './mail-attachments.ts';
import { type PageLooks, pageOf } from './message-page.ts';
import { type ParsedMail, parseMail } from './parse-mail.ts';
import { peopleOf } from './person-of.ts';
import { textOfHtml } from './text-of-html.ts';

/** What is wanted of a mail. */
export type Wanted =
  | { kind: 'parts' }
  | { kind: 'page'; looks: PageLooks }
  | { kind: 'attachment'; index: number };

export type MailParts = Pick<
  MailboxMessageView,
  'to' | 'cc' | 'reply_to' | 'text' | 'has_html' | 'has_remote_images' | 'is_broken' | 'attachments'
>;

export interface MailFile {
  bytes: Uint8Array<ArrayBuffer>;
  mime_type: string;
  file_name: string;
}

export type TakenApart = {
  parts: MailParts;
  page: string;
  /** Undefined where there is none of this number; cut where it is too long to be read. */
  attachment: MailFile | 'cut' | undefined;
};

/** Parses a mail and makes of it what is wanted. Takes as long as the mail is large. */
export async function takeApart<W extends Wanted>(
  source: Buffer,
  wanted: W,
): Promise<TakenApart[W['kind']]> {
  const mail = await parseMail(source);
  return made(mail, wanted) as TakenApart[W['kind']];
}

function made(mail: ParsedMail, wanted: Wanted): TakenApart[Wanted['kind']] {
  switch (wanted.kind) {
    case 'parts':
      return partsOf(mail);
    case 'page':
      return pageOf(mail, wanted.looks);
    case 'attachment':
      return fileOf(mail, wanted.index);
  }
}

function partsOf(mail: ParsedMail): MailParts {
  return {
    to: peopleOf(mail.to),
    cc: peopleOf(mail.cc),
    reply_to: peopleOf(mail.replyTo),
    text: (mail.text ?? textOfHtml(mail.html ?? '')).toWellFormed().replaceAll('\0', ''),
    has_html: mail.html !== undefined,
    has_remote_images: hasRemoteImages(mail),
    is_broken: mail.isBroken,
    attachments: attachmentsOf(mail),
  };
}

function hasRemoteImages(mail: ParsedMail): boolean {
  if (mail.html === undefined || !/<img/i.test(mail.html)) return false;
  const looks = { areImagesShown: false, keepsColours: false, pictures: inlinePictures(mail) };
  return cleanHtml(mail.html, looks).hasRemoteImages;
}

function fileOf({ attachments, cutMark }: ParsedMail, index: number): TakenApart['attachment'] {
  const attachment = attachments[index];
  if (!attachment) return undefined;
  const { filename, mimeType } = attachment;
  const bytes = bytesOf(attachment);
  if (cutMark !== undefined && bytes.includes(cutMark)) return 'cut';
  return {
    bytes: new Uint8Array(bytes),
    mime_type: servedType(mimeType),
    file_name: attachmentName(filename, index, mimeType),
  };
}
