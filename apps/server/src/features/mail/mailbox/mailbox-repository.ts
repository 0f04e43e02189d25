import type { MailboxFolder } from '@zavet/contract/mail/mailbox-values';
import { and, asc, eq, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { mailboxes, mailboxFolders, mailboxMessages } from './mailbox-tables.ts';

export type Mailbox = typeof mailboxes.$inferSelect;

export async function findMailbox(
  database: Database,
  userId: string,
): Promise<Mailbox | undefined> {
  const [found] = await database.db().select().from(mailboxes).where(eq(mailboxes.user_id, userId));
  return found;
}

/** The owner must be locked and the former mailbox deleted. */
export async function insertMailbox(
  database: Database,
  mailbox: typeof mailboxes.$inferInsert,
): Promise<void> {
  await database.db().insert(mailboxes).values(mailbox);
}

/** Undefined if the mailbox was disconnected or replaced. */
export async function updateMailbox(
  database: Database,
  id: string,
  changes: Partial<Omit<Mailbox, 'user_id' | 'id'>>,
): Promise<Mailbox | undefined> {
  const [updated] = await database
    .db()
    .update(mailboxes)
    .set(changes)
    .where(eq(mailboxes.id, id))
    .returning();
  return updated;
}

/** Deletes the mailbox with its folders and messages. */
export async function deleteMailbox(database: Database, userId: string): Promise<boolean> {
  const deleted = await database
    .db()
    .delete(mailboxes)
    .where(eq(mailboxes.user_id, userId))
    .returning({ id: mailboxes.id });
  return deleted.length > 0;
}

/** Undefined if the mailbox is claimed by another sync, stopped or deleted. */
export async function claimSync(
  database: Database,
  id: string,
  claim: { sync_id: string; sync_held_until: Date },
  now: Date,
): Promise<Mailbox | undefined> {
  const [claimed] = await database
    .db()
    .update(mailboxes)
    .set({ ...claim, enqueued_at: null })
    .where(and(eq(mailboxes.id, id), ne(mailboxes.state, 'stopped'), isUnclaimed(now)))
    .returning();
  return claimed;
}

const isUnclaimed = (now: Date) =>
  or(isNull(mailboxes.sync_held_until), lte(mailboxes.sync_held_until, now));

/**
 * Extends the claim and locks the row. False if the mailbox was disconnected, or claimed by another
 * sync after expiry.
 */
export async function extendSyncClaim(
  database: Database,
  { id, sync_id }: { id: string; sync_id: string },
  claimedUntil: Date,
): Promise<boolean> {
  const kept = await database
    .db()
    .update(mailboxes)
    .set({ sync_held_until: claimedUntil })
    .where(and(eq(mailboxes.id, id), eq(mailboxes.sync_id, sync_id)))
    .returning({ id: mailboxes.id });
  return kept.length > 0;
}

export async function releaseSyncClaim(
  database: Database,
  { id, sync_id }: { id: string; sync_id: string },
): Promise<void> {
  await database
    .db()
    .update(mailboxes)
    .set({ sync_id: null, sync_held_until: null })
    .where(and(eq(mailboxes.id, id), eq(mailboxes.sync_id, sync_id)));
}

/** Marks due, unclaimed mailboxes as enqueued, longest due first. */
export async function claimDueMailboxes(
  database: Database,
  now: Date,
  enqueuedBefore: Date,
  limit: number,
): Promise<string[]> {
  const due = database
    .db()
    .select({ id: mailboxes.id })
    .from(mailboxes)
    .where(
      and(
        lte(mailboxes.next_sync_at, now),
        isUnclaimed(now),
        or(isNull(mailboxes.enqueued_at), lte(mailboxes.enqueued_at, enqueuedBefore)),
      ),
    )
    .orderBy(asc(mailboxes.next_sync_at))
    .limit(limit)
    .for('update', { skipLocked: true });
  const marked = await database
    .db()
    .update(mailboxes)
    .set({ enqueued_at: now })
    .where(sql`${mailboxes.id} in ${due}`)
    .returning({ id: mailboxes.id });
  return marked.map(({ id }) => id);
}

interface FolderCounts {
  folder: MailboxFolder;
  total: number;
  unread: number;
}

/** The saved folders with the numbers of listed mails. */
export function listFolders(
  database: Database,
  userId: string,
): Promise<(FolderCounts & { listed: number })[]> {
  return database.rows(sql`
    select folder, total, unread, (
      select count(*)::int from ${mailboxMessages} message
      where message.user_id = folders.user_id and message.folder = folders.folder
        and message.uid_validity = folders.uid_validity
    ) as listed
    from ${mailboxFolders} folders where folders.user_id = ${userId}`);
}

export async function deleteFolder(
  database: Database,
  userId: string,
  folder: MailboxFolder,
): Promise<void> {
  await database
    .db()
    .delete(mailboxFolders)
    .where(and(eq(mailboxFolders.user_id, userId), eq(mailboxFolders.folder, folder)));
}

export async function saveFolder(
  database: Database,
  folder: typeof mailboxFolders.$inferInsert,
): Promise<void> {
  const { user_id: _, folder: __, ...changes } = folder;
  await database
    .db()
    .insert(mailboxFolders)
    .values(folder)
    .onConflictDoUpdate({
      target: [mailboxFolders.user_id, mailboxFolders.folder],
      set: changes,
    });
}
