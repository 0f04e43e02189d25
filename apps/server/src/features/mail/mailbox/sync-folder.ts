import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Context } from '../../../context.ts';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { newId } from '../../../platform/ids.ts';
import type { ImapSession } from '../../../platform/imap/with-imap.ts';
import { deleteFolder, type Mailbox, saveFolder } from './mailbox-repository.ts';
import { compareUids, splitIntoBatches } from './mailbox-rules.ts';
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
/** Number of newest mails whose unread state is refreshed. */
const refreshLimit = 500;

/** Saves the status of the folders before their mails are synchronised. */
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
      await deleteRenumberedMessages(database, { user_id, folder, uid_validity });
      await saveFolder(database, { user_id, folder, uid_validity, total, unread });
    }
  }
}

/** Synchronises the list of a folder. The server is contacted only outside of transactions. */
export async function syncFolder(
  ctx: Context,
  sync: RunningSync,
  session: ImapSession,
  key: OwnerKey,
  status: FolderStatus,
): Promise<void> {
  const { database } = ctx;
  const { folder, uidValidity: uid_validity } = status;
  const folderKey = { user_id: sync.mailbox.user_id, folder, uid_validity };
  const uids = await openFolder(session, status);
  const { missing, vanished } = compareUids(uids, await listUids(database, folderKey));
  for (const batch of splitIntoBatches(vanished, batchSize)) {
    await sync.change(() => deleteUids(database, folderKey, batch));
  }
  await refreshFlags(ctx, sync, session, key, folderKey, uids);
  for (const batch of splitIntoBatches(missing, batchSize)) {
    sync.signal.throwIfAborted();
    const rows = await readNewRows(session, key, folderKey, batch);
    await sync.change(() => insertMessages(database, rows));
  }
}

async function readNewRows(
  session: ImapSession,
  key: OwnerKey,
  folderKey: FolderKey,
  uids: readonly number[],
): Promise<MessageRow[]> {
  const rows: MessageRow[] = [];
  for (const [uid, envelope] of await readEnvelopes(session, uids)) {
    rows.push({ ...folderKey, uid, ...sealEnvelope(key, newId(), envelope) });
  }
  await yieldToEventLoop();
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
  const page = { userId: user_id, folder, below: Number.MAX_SAFE_INTEGER, limit: refreshLimit };
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

/** A sync that has claimed its mailbox. */
export interface RunningSync {
  mailbox: Mailbox;
  /** Runs `work` in a transaction. Throws if the claim is lost. */
  change(work: () => Promise<void>): Promise<void>;
  signal: AbortSignal;
}
