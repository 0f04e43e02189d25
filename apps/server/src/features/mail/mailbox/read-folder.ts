import {
  type MailboxFolder,
  mailboxFolders,
  mailboxLimits,
} from '@zavet/contract/mail/mailbox-values';
import type { FetchMessageObject } from 'imapflow';
import { ImapTrouble } from '../../../platform/imap/imap-trouble.ts';
import type { ImapSession } from '../../../platform/imap/with-imap.ts';
import { findFolderPath } from './mailbox-rules.ts';

/** Status of a folder, read without opening it. */
export interface FolderStatus {
  folder: MailboxFolder;
  /** Undefined if the server has no such folder. */
  path: string | undefined;
  /** A change means that the mails were renumbered. */
  uidValidity: number;
  total: number;
  unread: number;
}

/** Both folders with their counts. Fails without an inbox. */
export async function readFolders(session: ImapSession): Promise<FolderStatus[]> {
  const listed = await session.ask((client) => client.list());
  const statuses: FolderStatus[] = [];
  for (const folder of mailboxFolders) {
    const path = findFolderPath(listed, folder);
    if (path === undefined && folder === 'inbox') throw new ImapTrouble('folder_missing');
    const status = path === undefined ? missingStatus : await readStatus(session, path);
    statuses.push({ folder, path, ...status });
  }
  return statuses;
}

export async function requireInbox(session: ImapSession): Promise<void> {
  const listed = await session.ask((client) => client.list());
  if (findFolderPath(listed, 'inbox') === undefined) throw new ImapTrouble('folder_missing');
}

const missingStatus = { uidValidity: 0, total: 0, unread: 0 };
const statusItems = { messages: true, unseen: true, uidValidity: true };

async function readStatus(session: ImapSession, path: string) {
  const status = await session.ask((client) => client.status(path, statusItems));
  if (status === false) throw new ImapTrouble('server_failed');
  const { messages: total = 0, unseen: unread = 0, uidValidity } = status;
  return { total, unread, uidValidity: validityOf(uidValidity) };
}

/** Opens a folder read-only and returns the UIDs of its newest mails. */
export async function openFolder(
  session: ImapSession,
  { path = '', uidValidity }: FolderStatus,
): Promise<number[]> {
  const opened = await session.ask((client) => client.mailboxOpen(path, { readOnly: true }));
  // The mails were renumbered after the status was read: the next sync uses the new UIDs.
  if (validityOf(opened.uidValidity) !== uidValidity) throw new ImapTrouble('server_failed');
  if (opened.exists === 0) return [];
  const first = Math.max(1, opened.exists - mailboxLimits.messagesPerFolder + 1);
  const uids = await session.ask((client) => client.search({ seq: `${first}:*` }, { uid: true }));
  // ImapFlow returns false if the server refused.
  if (uids === false) throw new ImapTrouble('server_failed');
  return uids.filter(isUid);
}

function validityOf(uidValidity: bigint | undefined): number {
  const validity = Number(uidValidity ?? Number.NaN);
  if (Number.isSafeInteger(validity)) return validity;
  throw new ImapTrouble('server_failed');
}

function isUid(uid: number): boolean {
  return Number.isSafeInteger(uid) && uid > 0;
}

const messageItems = {
  uid: true,
  flags: true,
  internalDate: true,
  size: true,
  headers: ['from', 'subject', 'content-type'],
};

/** Fetches the data for the list. Retries mails without a response, omitting their structure. */
export async function fetchHeaders(
  session: ImapSession,
  uids: readonly number[],
): Promise<FetchMessageObject[]> {
  const fetch = (batch: readonly number[], bodyStructure: boolean) =>
    session.ask((client) =>
      client.fetchAll(batch.join(','), { ...messageItems, bodyStructure }, { uid: true }),
    );
  const messages = await fetch(uids, true);
  const found = new Set(messages.map(({ uid }) => uid));
  const missing = uids.filter((uid) => !found.has(uid));
  return missing.length === 0 ? messages : [...messages, ...(await fetch(missing, false))];
}

/** The unread state of each mail. */
export async function fetchFlags(
  session: ImapSession,
  uids: readonly number[],
): Promise<Map<number, boolean>> {
  const flags = await session.ask((client) =>
    client.fetchAll(uids.join(','), { uid: true, flags: true }, { uid: true }),
  );
  return new Map(flags.map((one) => [one.uid, isUnread(one)]));
}

export function isUnread({ flags }: Pick<FetchMessageObject, 'flags'>): boolean {
  return !flags?.has('\\Seen');
}
