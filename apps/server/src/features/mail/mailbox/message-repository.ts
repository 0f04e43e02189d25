import type { MailboxFolder } from '@zavet/contract/mail/mailbox-values';
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { prepareStatement } from '../../../platform/database/prepared.ts';
import type { WrappedOwnerKey } from '../../../platform/encryption/owner-key.ts';
import { ownerKeys, wrappedKeyColumns, wrappedKeySql } from '../../identity/owner-keys/index.ts';
import { mailboxes, mailboxFolders, mailboxMessages } from './mailbox-tables.ts';
import type { SealedEnvelope } from './sealed-mailbox.ts';

export type MessageRow = typeof mailboxMessages.$inferSelect;

/** A folder of an owner with its UIDVALIDITY. */
export interface FolderKey {
  user_id: string;
  folder: MailboxFolder;
  uid_validity: number;
}

export interface ListedMessage extends SealedEnvelope {
  uid: string;
}

/** Mails of a folder with a lower UID than `below`, newest first. */
const newestMessagesStatement = prepareStatement<{
  userId: string;
  folder: string;
  below: number;
  limit: number;
}>(
  ({ userId, folder, below, limit }) => sql`
    select message.id, message.uid, message.envelope, message.seal_id
    from ${mailboxMessages} message
    where message.user_id = ${userId} and message.folder = ${folder}
      and message.uid_validity = (
        select known.uid_validity from ${mailboxFolders} known
        where known.user_id = ${userId} and known.folder = ${folder})
      and message.uid < ${below}
    order by message.uid desc limit ${limit}`,
);

export function listMessages(
  database: Database,
  page: { userId: string; folder: MailboxFolder; below: number; limit: number },
): Promise<ListedMessage[]> {
  return database.rows<ListedMessage>(newestMessagesStatement(page));
}

const keyStatement = prepareStatement<{ userId: string }>(
  ({ userId }) => sql`
    select ${wrappedKeySql} from ${ownerKeys}
    join ${mailboxes} on ${mailboxes.user_id} = ${ownerKeys.user_id}
    where ${ownerKeys.user_id} = ${userId}`,
);

/** The owner's key; undefined without a connected mailbox. */
export async function findKeyOfMailbox(
  database: Database,
  userId: string,
): Promise<WrappedOwnerKey | undefined> {
  const [key] = await database.rows<WrappedOwnerKey>(keyStatement({ userId }));
  return key;
}

/** A mail with its mailbox and the owner's key. */
export async function findMessage(database: Database, userId: string, id: string) {
  const [found] = await database
    .db()
    .select({ message: mailboxMessages, mailbox: mailboxes, key: wrappedKeyColumns })
    .from(mailboxMessages)
    .innerJoin(mailboxes, eq(mailboxes.user_id, mailboxMessages.user_id))
    .innerJoin(ownerKeys, eq(ownerKeys.user_id, mailboxMessages.user_id))
    .where(and(eq(mailboxMessages.user_id, userId), eq(mailboxMessages.id, id)));
  return found;
}

export async function listUids(database: Database, folder: FolderKey): Promise<number[]> {
  const rows = await database
    .db()
    .select({ uid: mailboxMessages.uid })
    .from(mailboxMessages)
    .where(isInFolder(folder));
  return rows.map(({ uid }) => uid);
}

/** Adds mails to the list, and ignores those that are already listed. */
export async function insertMessages(
  database: Database,
  messages: readonly MessageRow[],
): Promise<void> {
  if (messages.length === 0) return;
  await database
    .db()
    .insert(mailboxMessages)
    .values([...messages])
    .onConflictDoNothing();
}

export async function updateEnvelopes(
  database: Database,
  changed: readonly SealedEnvelope[],
): Promise<void> {
  for (const { id, envelope, seal_id } of changed) {
    await database
      .db()
      .update(mailboxMessages)
      .set({ envelope, seal_id })
      .where(eq(mailboxMessages.id, id));
  }
}

export async function deleteUids(
  database: Database,
  folder: FolderKey,
  uids: readonly number[],
): Promise<void> {
  await database
    .db()
    .delete(mailboxMessages)
    .where(and(isInFolder(folder), inArray(mailboxMessages.uid, [...uids])));
}

/** Deletes mails of a former UIDVALIDITY. */
export async function deleteRenumberedMessages(
  database: Database,
  { user_id, folder, uid_validity }: FolderKey,
): Promise<void> {
  await database
    .db()
    .delete(mailboxMessages)
    .where(
      and(
        eq(mailboxMessages.user_id, user_id),
        eq(mailboxMessages.folder, folder),
        ne(mailboxMessages.uid_validity, uid_validity),
      ),
    );
}

export async function deleteMessages(
  database: Database,
  { user_id, folder }: Pick<FolderKey, 'user_id' | 'folder'>,
): Promise<void> {
  await database
    .db()
    .delete(mailboxMessages)
    .where(and(eq(mailboxMessages.user_id, user_id), eq(mailboxMessages.folder, folder)));
}

function isInFolder({ user_id, folder, uid_validity }: FolderKey) {
  return and(
    eq(mailboxMessages.user_id, user_id),
    eq(mailboxMessages.folder, folder),
    eq(mailboxMessages.uid_validity, uid_validity),
  );
}
