import type { Context } from '../../../../context.ts';
import { fail } from '../../../../platform/failure.ts';
import { ImapTrouble } from '../../../../platform/imap/imap-trouble.ts';
import { imapSettings, readInTurn, readingThread } from '../mailbox-services.ts';
import { findMessage, type MessageRow } from '../message-repository.ts';
import { openAccess } from '../sealed-access.ts';
import { type Envelope, openEnvelope } from '../sealed-envelope.ts';
import { readSource } from './read-source.ts';
import { MailUnreadable } from './reading-thread.ts';
import type { TakenApart, Wanted } from './take-apart.ts';

export interface OpenedMail<Kind extends Wanted['kind']> {
  message: MessageRow;
  envelope: Envelope;
  result: TakenApart[Kind];
}

/**
 * Reads a listed mail from its server, and makes of it what is wanted. Trouble is answered and not
 * noted: what becomes of the mailbox is for its sync to say.
 */
export async function openMail<W extends Wanted>(
  ctx: Context,
  userId: string,
  messageId: string,
  wanted: W,
): Promise<OpenedMail<W['kind']>> {
  const { database, vault, log } = ctx;
  const found = (await findMessage(database, userId, messageId)) ?? fail('not_found');
  const { message, mailbox } = found;
  const key = vault.open(userId, found.key);
  const envelope = openEnvelope(key, message);
  const access = openAccess(key, mailbox);
  try {
    return await readInTurn(ctx)(userId, async () => {
      const source = await readSource(imapSettings(ctx), access, message);
      if (source === 'gone') return fail('mailbox_message_gone');
      if (source === 'too_large') return fail('mailbox_message_too_large');
      return { message, envelope, result: await readingThread(ctx).takeApart(source, wanted) };
    });
  } catch (error) {
    if (error instanceof ImapTrouble) return fail('mailbox_unavailable');
    if (!(error instanceof MailUnreadable)) throw error;
    log.warn({ code: 'mail_unreadable', message_id: messageId }, 'a mail could not be taken apart');
    return fail('mailbox_unavailable');
  }
}
