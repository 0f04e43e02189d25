import { Readable } from 'node:stream';
import type { MailboxMessageView } from '@zavet/contract/mail/mailbox-endpoints';
import { mailboxLimits } from '@zavet/contract/mail/mailbox-values';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Download } from '../../../platform/http/route.ts';
import type { ImapSettings } from '../../../platform/imap/imap-host.ts';
import { ImapTrouble } from '../../../platform/imap/imap-trouble.ts';
import { type ImapSession, withImap } from '../../../platform/imap/with-imap.ts';
import { findFolderPath } from './mailbox-rules.ts';
import { imapSettings, parserThread, withReadSlot } from './mailbox-services.ts';
import { findMessage, type MessageRow } from './message-repository.ts';
import { MailUnreadable } from './reading/parser-thread.ts';
import type { MailRequest, MailResults, PageOptions } from './reading/render-mail.ts';
import { type Envelope, type MailboxAccess, openAccess, openEnvelope } from './sealed-mailbox.ts';

export async function readMessage(
  ctx: Context,
  userId: string,
  messageId: string,
): Promise<MailboxMessageView> {
  const opened = await openMessage(ctx, userId, messageId, { kind: 'parts' });
  const { message, envelope, result } = opened;
  const { size: _, ...summary } = envelope;
  return {
    id: message.id,
    ...summary,
    ...result,
    has_attachments: result.attachments.length > 0,
    folder: message.folder,
  };
}

export async function readMessagePage(
  ctx: Context,
  userId: string,
  messageId: string,
  options: PageOptions,
): Promise<string> {
  return (await openMessage(ctx, userId, messageId, { kind: 'page', options })).result;
}

export async function downloadAttachment(
  ctx: Context,
  userId: string,
  messageId: string,
  index: number,
): Promise<Download> {
  const { result } = await openMessage(ctx, userId, messageId, { kind: 'attachment', index });
  if (result === 'cut') fail('mailbox_message_too_large');
  const { bytes, ...names } = result ?? fail('not_found');
  const content = Buffer.from(bytes.buffer);
  return { ...names, bytes: Readable.from([content], { objectMode: false }), size: content.length };
}

interface OpenedMessage<Kind extends MailRequest['kind']> {
  message: MessageRow;
  envelope: Envelope;
  result: MailResults[Kind];
}

/** Fetches a listed mail and renders it. Errors are not recorded here, but by the next sync. */
async function openMessage<Request extends MailRequest>(
  ctx: Context,
  userId: string,
  messageId: string,
  request: Request,
): Promise<OpenedMessage<Request['kind']>> {
  const { database, vault, log } = ctx;
  const found = (await findMessage(database, userId, messageId)) ?? fail('not_found');
  const { message, mailbox } = found;
  const key = vault.open(userId, found.key);
  const envelope = openEnvelope(key, message);
  const access = openAccess(key, mailbox);
  try {
    return await withReadSlot(ctx)(userId, async () => {
      const source = await readSource(imapSettings(ctx), access, message);
      if (source === 'missing') return fail('mailbox_message_missing');
      if (source === 'too_large') return fail('mailbox_message_too_large');
      return { message, envelope, result: await parserThread(ctx).render(source, request) };
    });
  } catch (error) {
    if (error instanceof ImapTrouble) return fail('mailbox_unavailable');
    if (!(error instanceof MailUnreadable)) throw error;
    log.warn({ code: 'mail_unreadable', message_id: messageId }, 'a mail could not be parsed');
    return fail('mailbox_unavailable');
  }
}

const chunkBytes = 2 * 1024 * 1024;

/** Downloads a mail from its server without marking it as read. */
function readSource(
  settings: ImapSettings,
  access: MailboxAccess,
  message: MessageRow,
): Promise<Buffer | 'missing' | 'too_large'> {
  return withImap(settings, access, async (session) => {
    if (!(await openFolderOf(session, message))) return 'missing';
    const range = String(message.uid);
    const [status] = await session.ask((client) =>
      client.fetchAll(range, { uid: true, size: true }, { uid: true }),
    );
    if (status?.uid !== message.uid) return 'missing';
    if ((status.size ?? 0) > mailboxLimits.messageMaxBytes) return 'too_large';
    const chunks: Buffer[] = [];
    let start = 0;
    // Counts the bytes, because the announced size may be wrong.
    for (;;) {
      const chunk = await readChunk(session, range, start);
      if (chunk === undefined) return 'missing';
      chunks.push(chunk);
      start += chunk.length;
      if (start > mailboxLimits.messageMaxBytes) return 'too_large';
      if (chunk.length < chunkBytes) return Buffer.concat(chunks);
    }
  });
}

async function readChunk(
  session: ImapSession,
  range: string,
  start: number,
): Promise<Buffer | undefined> {
  const source = { start, maxLength: chunkBytes };
  const [found] = await session.ask((client) =>
    client.fetchAll(range, { uid: true, source }, { uid: true }),
  );
  const bytes = found && (found.source ?? Buffer.alloc(0));
  // A longer chunk would overlap the next one.
  if (bytes && bytes.length > chunkBytes) throw new ImapTrouble('server_failed');
  return bytes;
}

/** False if the folder is missing or was renumbered: the UID then belongs to another mail. */
async function openFolderOf(
  session: ImapSession,
  { folder, uid_validity }: MessageRow,
): Promise<boolean> {
  const path = findFolderPath(await session.ask((client) => client.list()), folder);
  if (path === undefined) return false;
  const opened = await session.ask((client) => client.mailboxOpen(path, { readOnly: true }));
  return Number(opened.uidValidity) === uid_validity;
}
