import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from '../../../context.ts';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { newId } from '../../../platform/ids.ts';
import type { ImapSession } from '../../../platform/imap/with-imap.ts';
import { deleteFolder, type Mailbox, saveFolder } from './mailbox-repository.ts';
import { compareUids, inBatches } from './mailbox-rules.ts';
import {
  deleteMessages,
  deleteRenumberedMessages,
  deleteUids,
  type FolderKey,
  insertMessages,
  listMessages,
  listUids,
  type MessageRow,
  updateEnvelopes,
} from './message-repository.ts';
import { readEnvelopes } from './read-envelopes.ts';
import { type FolderStatus, fetchFlags, openFolder } from './read-folder.ts';
import { openEnvelope, type SealedEnvelope, sealEnvelope } from './sealed-mailbox.ts';

const batchSize = 500;
/** Whether a mail was read elsewhere is looked at for so many of the newest. */
const flagsOfNewest = 500;

/** Keeps what the server says of its folders, before any of them is looked through. */
export async function saveFolders(
  { database }: Context,
  user_id: string,
  folders: readonly FolderStatus[],
): Promise<void> {
  for (const { folder, path, uidValidity: uid_validity, total, unread } of folders) {
    if (path === undefined) {
      await deleteMessages(database, { user_id, folder });
      await deleteFolder(database, user_id, folder);
    } else {
      // Their numbers mean other mails now.
      await deleteRenumberedMessages(database, { user_id, folder, uid_validity });
      await saveFolder(database, { user_id, folder, uid_validity, total, unread });
    }
  }
}

/**
 * Compares a folder with what is listed of it. Between two transactions the server is asked, never
 * inside of one.
 */
export async function syncFolder(
  ctx: Context,
  sync: RunningSync,
  session: ImapSession,
  key: OwnerKey,
  status: FolderStatus,
): Promise<void> {
  const { database } = ctx;
  const { folder, uidValidity: uid_validity } = status;
  const numbered = { user_id: sync.mailbox.user_id, folder, uid_validity };
  const uids = await openFolder(session, status);
  const { missing, vanished } = compareUids(uids, await listUids(database, numbered));
  for (const batch of inBatches(vanished, batchSize)) {
    await sync.change(() => deleteUids(database, numbered, batch));
  }
  await refreshFlags(ctx, sync, session, key, numbered, uids);
  for (const batch of inBatches(missing, batchSize)) {
    sync.signal.throwIfAborted();
    const rows = await newRows(session, key, numbered, batch);
    await sync.change(() => insertMessages(database, rows));
  }
}

async function newRows(
  session: ImapSession,
  key: OwnerKey,
  numbered: FolderKey,
  uids: readonly number[],
): Promise<MessageRow[]> {
  const rows: MessageRow[] = [];
  for (const [uid, envelope] of await readEnvelopes(session, uids)) {
    rows.push({ ...numbered, uid, ...sealEnvelope(key, newId(), envelope) });
  }
  await nextTurn();
  return rows;
}

async function refreshFlags(
  { database }: Context,
  sync: RunningSync,
  session: ImapSession,
  key: OwnerKey,
  { user_id, folder }: FolderKey,
  uidsOnServer: readonly number[],
): Promise<void> {
  const page = { userId: user_id, folder, below: Number.MAX_SAFE_INTEGER, limit: flagsOfNewest };
  const onServer = new Set(uidsOnServer);
  const listed = (await listMessages(database, page)).filter(({ uid }) =>
    onServer.has(Number(uid)),
  );
  if (listed.length === 0) return;
  const unread = await fetchFlags(
    session,
    listed.map(({ uid }) => Number(uid)),
  );
  const changed: SealedEnvelope[] = [];
  for (const sealed of listed) {
    const isUnread = unread.get(Number(sealed.uid));
    if (isUnread === undefined) continue;
    const envelope = openEnvelope(key, sealed);
    if (envelope.is_unread === isUnread) continue;
    changed.push(sealEnvelope(key, sealed.id, { ...envelope, is_unread: isUnread }));
  }
  if (changed.length > 0) await sync.change(() => updateEnvelopes(database, changed));
}

/** A sync that is at work. */
export interface RunningSync {
  mailbox: Mailbox;
  /** Runs `work` in a transaction, if the mailbox is still this sync's to change. */
  change(work: () => Promise<void>): Promise<void>;
  signal: AbortSignal;
}
