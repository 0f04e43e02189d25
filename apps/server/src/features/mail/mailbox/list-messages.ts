import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { MailboxMessageSummary } from '@zavet/contract/mail/mailbox-endpoints';
import { type MailboxFolder, mailboxLimits } from '@zavet/contract/mail/mailbox-values';
import type { Context } from '../../../context.ts';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { SealBroken } from '../../../platform/encryption/sealed-text.ts';
import { fail } from '../../../platform/failure.ts';
import { containsAllWords } from '../../vault/instructions/index.ts';
import { withSearchSlot } from './mailbox-services.ts';
import { findKeyOfMailbox, type ListedMessage, listMessages } from './message-repository.ts';
import { openEnvelope } from './sealed-mailbox.ts';

export interface MessagePage {
  messages: MailboxMessageSummary[];
  next_cursor: string | null;
  found: number | null;
}

interface ListRequest {
  folder: MailboxFolder;
  cursor?: string | undefined;
  search?: string | undefined;
}

const pageSize = mailboxLimits.messagesPerPage;
/** Number of mails that a search decrypts before it yields to other requests. */
const sliceSize = 250;

/** The mails of a folder that contain all words of the search, newest first. */
export async function listMailboxMessages(
  ctx: Context,
  userId: string,
  { folder, cursor, search = '' }: ListRequest,
  signal: AbortSignal,
): Promise<MessagePage> {
  const stored = (await findKeyOfMailbox(ctx.database, userId)) ?? fail('not_found');
  const key = ctx.vault.open(userId, stored);
  const below = uidBound(cursor);
  if (search !== '') {
    const query = { userId, folder, below, search };
    return withSearchSlot(ctx)(userId, () => searchIn(ctx, key, query, signal), signal).catch(
      (error: unknown) => {
        if (!signal.aborted) throw error;
        // The client has disconnected.
        return { messages: [], next_cursor: null, found: 0 };
      },
    );
  }
  const page = { userId, folder, below, limit: pageSize + 1 };
  const rows = await listMessages(ctx.database, page);
  const messages = rows.slice(0, pageSize).flatMap((row) => summaryOf(ctx, key, row) ?? []);
  return { messages, next_cursor: cursorAfter(rows), found: null };
}

/** Searches the whole folder for the count, but keeps one page. */
async function searchIn(
  ctx: Context,
  key: OwnerKey,
  {
    userId,
    folder,
    below,
    search,
  }: { userId: string; folder: MailboxFolder; below: number; search: string },
  signal: AbortSignal,
): Promise<MessagePage> {
  const hits: { uid: string; summary: MailboxMessageSummary }[] = [];
  let found = 0;
  let lastUid = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const slice = await listMessages(ctx.database, {
      userId,
      folder,
      below: lastUid,
      limit: sliceSize,
    });
    for (const row of slice) {
      const summary = summaryOf(ctx, key, row);
      if (!summary || !containsAllWords(textsOf(summary), search)) continue;
      found += 1;
      if (Number(row.uid) < below && hits.length <= pageSize) hits.push({ uid: row.uid, summary });
    }
    if (slice.length < sliceSize || signal.aborted) break;
    lastUid = Number(slice.at(-1)?.uid);
    await yieldToEventLoop();
  }
  const messages = hits.slice(0, pageSize).map(({ summary }) => summary);
  return { messages, next_cursor: cursorAfter(hits), found };
}

function textsOf({ from, subject, preview }: MailboxMessageSummary): string[] {
  return [from?.name ?? '', from?.address ?? '', subject, preview];
}

/** Omits a mail that fails to decrypt, instead of failing the list. */
function summaryOf(
  { log }: Context,
  key: OwnerKey,
  row: ListedMessage,
): MailboxMessageSummary | undefined {
  try {
    const { size: _, ...envelope } = openEnvelope(key, row);
    return { id: row.id, ...envelope };
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    log.error(
      { code: 'mailbox_message_damaged', message_id: row.id },
      'a listed mail could not be decrypted',
    );
    return undefined;
  }
}

/** Starts with the newest mail for a missing or invalid cursor. */
function uidBound(cursor: string | undefined): number {
  return cursor && /^\d{1,15}$/.test(cursor) ? Number(cursor) : Number.MAX_SAFE_INTEGER;
}

function cursorAfter(rows: readonly { uid: string }[]): string | null {
  return rows.length > pageSize ? String(rows[pageSize - 1]?.uid) : null;
}
