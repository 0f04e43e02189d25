import type { MailboxMessageView } from '@zavet/contract/mail/mailbox-endpoints';
import {
  attachmentName,
  attachmentsOf,
  bytesOf,
  inlinePictures,
  servedType,
} from './attachments.ts';
import { cleanHtml, textOfHtml } from './clean-html.ts';
import { peopleOf } from './header-values.ts';
import { type ParsedMail, parseMail } from './parse-mail.ts';

export type MailRequest =
  | { kind: 'parts' }
  | { kind: 'page'; options: PageOptions }
  | { kind: 'attachment'; index: number };

type MailParts = Pick<
  MailboxMessageView,
  'to' | 'cc' | 'reply_to' | 'text' | 'has_html' | 'has_remote_images' | 'is_broken' | 'attachments'
>;

interface MailFile {
  bytes: Uint8Array<ArrayBuffer>;
  mime_type: string;
  file_name: string;
}

export type MailResults = {
  parts: MailParts;
  page: string;
  /** `cut` if it was truncated; undefined if there is none with this index. */
  attachment: MailFile | 'cut' | undefined;
};

/** Parses a mail and renders the requested part. May take seconds for a large mail. */
export async function renderMail<Request extends MailRequest>(
  source: Buffer,
  request: Request,
): Promise<MailResults[Request['kind']]> {
  const mail = await parseMail(source);
  return resultOf(mail, request) as MailResults[Request['kind']];
}

function resultOf(mail: ParsedMail, request: MailRequest): MailResults[MailRequest['kind']] {
  switch (request.kind) {
    case 'parts':
      return partsOf(mail);
    case 'page':
      return pageOf(mail, request.options);
    case 'attachment':
      return fileOf(mail, request.index);
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
  const options = { areImagesShown: false, keepsColours: false, pictures: inlinePictures(mail) };
  return cleanHtml(mail.html, options).hasRemoteImages;
}

function fileOf({ attachments, cutMark }: ParsedMail, index: number): MailResults['attachment'] {
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

export interface PageOptions {
  images: 'hidden' | 'shown';
  theme: 'light' | 'dark';
}

/** A mail as an HTML page. The response headers sandbox it. */
function pageOf(mail: ParsedMail, options: PageOptions): string {
  const { html } = mail;
  if (html === undefined) return wrapInPage(`<pre>${escapeHtml(mail.text ?? '')}</pre>`, options);
  const cleaned = cleanHtml(html, {
    areImagesShown: options.images === 'shown',
    keepsColours: options.theme === 'light',
    pictures: inlinePictures(mail),
  });
  return wrapInPage(cleaned.html, options);
}

const themes = {
  light: { back: '#ffffff', ink: '#22302b', link: '#22302b' },
  dark: { back: '#1f2523', ink: '#ece7dd', link: '#ece7dd' },
};

/** The policy follows the options, also if the response headers allow more. */
function wrapInPage(body: string, { images, theme }: PageOptions): string {
  const { back, ink, link } = themes[theme];
  const pictures = images === 'shown' ? 'data: https:' : 'data:';
  const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src ${pictures}; form-action 'none'; base-uri 'none'`;
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${theme}">
<style>
html { background: ${back}; color: ${ink}; }
body { margin: 16px; font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: ${link}; }
img { max-width: 100%; height: auto; }
table { max-width: 100%; }
pre { white-space: pre-wrap; font: inherit; margin: 0; }
blockquote { margin: 0 0 0 8px; padding-left: 12px; border-left: 2px solid currentColor; }
</style>
</head>
<body dir="auto">${body}</body>
</html>
`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
