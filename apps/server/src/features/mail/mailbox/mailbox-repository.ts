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

/** In a transaction that has locked the owner and removed the former mailbox. */
export async function insertMailbox(
  database: Database,
  mailbox: typeof mailboxes.$inferInsert,
): Promise<void> {
  await database.db().insert(mailboxes).values(mailbox);
}

/** Changes this very mailbox, unless it is gone. */
export async function updateMailbox(
  database: Database,
  id: string,
  changes: Partial<Omit<Mailbox, 'user_id' | 'id'>>,
): Promise<Mailbox | undefined> {
  const [amended] = await database
    .db()
    .update(mailboxes)
    .set(changes)
    .where(eq(mailboxes.id, id))
    .returning();
  return amended;
}

/** Everything of it goes along. */
export async function deleteMailbox(database: Database, userId: string): Promise<boolean> {
  const deleted = await database
    .db()
    .delete(mailboxes)
    .where(eq(mailboxes.user_id, userId))
    .returning({ id: mailboxes.id });
  return deleted.length > 0;
}

/** Makes this sync the one that is at work; undefined where another is, or nothing is to be done. */
export async function claimSync(
  database: Database,
  id: string,
  hold: { sync_id: string; sync_held_until: Date },
  now: Date,
): Promise<Mailbox | undefined> {
  const [taken] = await database
    .db()
    .update(mailboxes)
    .set({ ...hold, ordered_at: null })
    .where(and(eq(mailboxes.id, id), ne(mailboxes.state, 'stopped'), isFree(now)))
    .returning();
  return taken;
}

const isFree = (now: Date) =>
  or(isNull(mailboxes.sync_held_until), lte(mailboxes.sync_held_until, now));

/**
 * Keeps the place, and the row until the transaction ends. False where the sync has lost it: the
 * mailbox was disconnected, or its time ran out and another took over.
 */
export async function extendSyncClaim(
  database: Database,
  { id, sync_id }: { id: string; sync_id: string },
  heldUntil: Date,
): Promise<boolean> {
  const kept = await database
    .db()
    .update(mailboxes)
    .set({ sync_held_until: heldUntil })
    .where(and(eq(mailboxes.id, id), eq(mailboxes.sync_id, sync_id)))
    .returning({ id: mailboxes.id });
  return kept.length > 0;
}

/** Gives the place back. */
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

/** Mailboxes whose time has come and that nobody is at work on, longest due first; noted as ordered. */
export async function claimDueMailboxes(
  database: Database,
  now: Date,
  orderedBefore: Date,
  limit: number,
): Promise<string[]> {
  const due = database
    .db()
    .select({ id: mailboxes.id })
    .from(mailboxes)
    .where(
      and(
        lte(mailboxes.next_sync_at, now),
        isFree(now),
        or(isNull(mailboxes.ordered_at), lte(mailboxes.ordered_at, orderedBefore)),
      ),
    )
    .orderBy(asc(mailboxes.next_sync_at))
    .limit(limit)
    .for('update', { skipLocked: true });
  const ordered = await database
    .db()
    .update(mailboxes)
    .set({ ordered_at: now })
    .where(sql`${mailboxes.id} in ${due}`)
    .returning({ id: mailboxes.id });
  return ordered.map(({ id }) => id);
}

interface FolderCounts {
  folder: MailboxFolder;
  total: number;
  unread: number;
}

/** The folders that are known, with how many mails of each are listed. */
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

/** Of a folder that its server does not have, nothing is kept. */
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
