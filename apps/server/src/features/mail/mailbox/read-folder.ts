import {
  type MailboxFolder,
  mailboxFolders,
  mailboxLimits,
} from '@zavet/contract/mail/mailbox-values';
import type { FetchMessageObject } from 'imapflow';
import { ImapTrouble } from '../../../platform/imap/imap-trouble.ts';
import type { ImapSession } from '../../../platform/imap/with-imap.ts';
import { folderPath } from './mailbox-rules.ts';

/** A folder as its server describes it before it is opened. */
export interface FolderStatus {
  folder: MailboxFolder;
  /** Undefined where the server has no such folder. */
  path: string | undefined;
  /** Another number means that the mails were numbered anew. */
  uidValidity: number;
  total: number;
  unread: number;
}

/** Both folders, with their counts. A mailbox without an inbox is none. */
export async function readFolders(session: ImapSession): Promise<FolderStatus[]> {
  const listed = await session.ask((client) => client.list());
  const statuses: FolderStatus[] = [];
  for (const folder of mailboxFolders) {
    const path = folderPath(listed, folder);
    if (path === undefined && folder === 'inbox') throw new ImapTrouble('folder_missing');
    const status = path === undefined ? nothing : await statusOf(session, path);
    statuses.push({ folder, path, ...status });
  }
  return statuses;
}

/** Fails where there is no inbox. */
export async function requireInbox(session: ImapSession): Promise<void> {
  const listed = await session.ask((client) => client.list());
  if (folderPath(listed, 'inbox') === undefined) throw new ImapTrouble('folder_missing');
}

const nothing = { uidValidity: 0, total: 0, unread: 0 };
const asked = { messages: true, unseen: true, uidValidity: true };

async function statusOf(session: ImapSession, path: string) {
  const status = await session.ask((client) => client.status(path, asked));
  if (status === false) throw new ImapTrouble('server_failed');
  const { messages: total = 0, unseen: unread = 0, uidValidity } = status;
  return { total, unread, uidValidity: validityOf(uidValidity) };
}

/** Opens a folder for reading only, and says which mails are its newest. */
export async function openFolder(
  session: ImapSession,
  { path = '', uidValidity }: FolderStatus,
): Promise<number[]> {
  const opened = await session.ask((client) => client.mailboxOpen(path, { readOnly: true }));
  // Numbered anew since the counts were read: the next sync begins with the new numbers.
  if (validityOf(opened.uidValidity) !== uidValidity) throw new ImapTrouble('server_failed');
  if (opened.exists === 0) return [];
  const first = Math.max(1, opened.exists - mailboxLimits.messagesPerFolder + 1);
  const uids = await session.ask((client) => client.search({ seq: `${first}:*` }, { uid: true }));
  // It says no where the server refused to answer.
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

const wanted = {
  uid: true,
  flags: true,
  internalDate: true,
  size: true,
  headers: ['from', 'subject', 'content-type'],
};

/**
 * What the list needs of these mails. The structure of one may be more than can be read: then it is
 * asked for again without.
 */
export async function fetchHeaders(
  session: ImapSession,
  uids: readonly number[],
): Promise<FetchMessageObject[]> {
  const fetch = (some: readonly number[], bodyStructure: boolean) =>
    session.ask((client) =>
      client.fetchAll(some.join(','), { ...wanted, bodyStructure }, { uid: true }),
    );
  const heads = await fetch(uids, true);
  const got = new Set(heads.map(({ uid }) => uid));
  const left = uids.filter((uid) => !got.has(uid));
  return left.length === 0 ? heads : [...heads, ...(await fetch(left, false))];
}

/** Whether each of these mails is unread. */
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
