import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Rows } from '../../../platform/database/database.ts';
import { backupLock, withLock } from '../../../platform/database/session.ts';
import type { ObjectStore } from '../../../platform/file-storage/object-store.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { CommandRefused } from '../../../platform/process.ts';
import { appendAudit } from '../../identity/audit/index.ts';
import { type Progress, paths, readManifest, readRows } from './backup-folder.ts';
import {
  countRevivedAccounts,
  countServers,
  deleteTombstonedBatch,
  insertTombstones,
  readTombstoneFigures,
  readTombstones,
} from './backup-repository.ts';
import {
  parseTimestamp,
  parseTombstoneKey,
  type Tombstone,
  tombstoneKey,
  tombstonePrefix,
} from './backup-rules.ts';
import { verifyRows } from './verify-backup.ts';

/** Enqueued with the deletion of an account. */
export const storeTombstoneJob = jobName<{ user_id: string; deleted_at: string }>('keep-tombstone');

const atOnce = 1_000;

const accountsAtOnce = 100;

const tombstonesAtOnce = 5_000;

const maxServerChecks = 10;

const serverCheckPauseMs = 300;

/** Accounts that were deleted, by their id. */
export type Tombstones = Map<string, Date>;

const tombstoneRow = z.object({ user_id: z.uuid(), deleted_at: z.string() });

/** The tombstones in a backup. Nothing else of it is looked at. */
export async function readBackupTombstones(
  folder: string,
  signal: AbortSignal,
): Promise<Tombstone[]> {
  const { tables } = await readManifest(folder);
  const table = tables.find(({ name }) => name === 'tombstones');
  if (!table) throw new CommandRefused(`The backup ${folder} holds no tombstones.`);
  const path = paths.table(folder, table.name);
  await verifyRows(path, table, signal);
  const found: Tombstone[] = [];
  for await (const row of readRows(path)) {
    const { user_id, deleted_at } = tombstoneRow.parse(row);
    found.push({ user_id, deleted_at: parseTimestamp(deleted_at) });
  }
  return found;
}

/**
 * All accounts known to be deleted: by backups, by the database as it was, by the object store.
 * Afterwards the object store knows them all.
 */
export async function collectTombstones(
  database: Rows,
  store: ObjectStore,
  ofBackups: readonly Tombstone[],
): Promise<Tombstones> {
  const stored: Tombstones = new Map();
  for await (const { user_id, deleted_at } of listStoredTombstones(store)) {
    stored.set(user_id, deleted_at);
  }
  const all = new Map(stored);
  for (const { user_id, deleted_at } of [...ofBackups, ...(await readTombstones(database))]) {
    if (all.has(user_id)) continue;
    all.set(user_id, deleted_at);
    await storeTombstone(store, { user_id, deleted_at });
  }
  return all;
}

/** Keeps a tombstone beside the files, where a lost database cannot take it along. May run twice. */
export async function storeTombstone(store: ObjectStore, tombstone: Tombstone): Promise<void> {
  const key = tombstoneKey(tombstone);
  if (await store.head(key)) return;
  await store.put(key, Readable.from([]), 0);
}

export async function* listStoredTombstones(store: ObjectStore): AsyncGenerator<Tombstone> {
  for await (const { key } of store.list(tombstonePrefix)) {
    const tombstone = parseTombstoneKey(key);
    if (tombstone) yield tombstone;
  }
}

export interface TombstoneFigures {
  in_database: number;
  in_store: number;
  /** The first and the last deletion that is known, as text. */
  first_at: string | null;
  last_at: string | null;
  /** Accounts that were deleted and are there. */
  revived: number;
}

/** How many accounts are known to be deleted, since when, and how many of them are there again. */
export async function countTombstones(
  database: Database,
  store: ObjectStore,
): Promise<TombstoneFigures> {
  const known = await readTombstoneFigures(database);
  const moments = [known.first_at, known.last_at].flatMap((at) => at ?? []);
  let [first, last] = [moments.at(0), moments.at(-1)];
  let in_store = 0;
  let revived = known.revived;
  for await (const part of inParts(listStoredTombstones(store))) {
    in_store += part.length;
    const ids = part.map(({ user_id }) => user_id);
    revived += await countRevivedAccounts(database, ids);
    for (const { deleted_at } of part) {
      const at = deleted_at.toISOString();
      if (first === undefined || at < first) first = at;
      if (last === undefined || at > last) last = at;
    }
  }
  return {
    in_database: known.count,
    in_store,
    first_at: first ?? null,
    last_at: last ?? null,
    revived,
  };
}

async function* inParts<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let part: Item[] = [];
  for await (const item of items) {
    part.push(item);
    if (part.length < atOnce) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

/** Makes the tombstones known to the database. Those that it knows stay as they are. */
export async function saveTombstones(database: Database, tombstones: Tombstones): Promise<void> {
  const all = Array.from(tombstones, ([user_id, deleted_at]) => ({ user_id, deleted_at }));
  for (let start = 0; start < all.length; start += tombstonesAtOnce) {
    await insertTombstones(database, all.slice(start, start + tombstonesAtOnce));
  }
}

/**
 * Deletes everybody who has a tombstone, with everything of theirs, some at a time. `inStep` is
 * called around every step; a step is whole or has not happened, and what is left can be done later.
 */
export async function deleteTombstonedAccounts(
  database: Database,
  inStep: (step: () => Promise<number>) => Promise<number>,
): Promise<number> {
  let deleted = 0;
  for (let last = accountsAtOnce; last === accountsAtOnce; deleted += last) {
    last = await inStep(() => deleteTombstonedBatch(database, accountsAtOnce));
  }
  return deleted;
}

interface ReplayTarget {
  database: Database;
  store: ObjectStore;
  clock: Clock;
  /** What has to be noted first, as long as nothing new is in the audit log. */
  beforeDeleting(): Promise<void>;
}

interface Replayed {
  tombstones: number;
  deleted: number;
}

/**
 * After a restore by the database's own tools: deletes everybody again whom the database, the
 * object store or a backup knows to be deleted. Nobody is served meanwhile, because those who
 * came back could sign in. May be broken off and run again.
 */
export async function replayTombstones(
  { database, store, clock, beforeDeleting }: ReplayTarget,
  ofBackups: readonly Tombstone[],
  { tell, signal }: Progress,
): Promise<Replayed> {
  await assertNoServers(database);
  return withLock(database, backupLock, async () => {
    await beforeDeleting();
    const tombstones = await collectTombstones(database, store, ofBackups);
    await database.transaction(() => saveTombstones(database, tombstones));
    const note = (deleted: number) =>
      appendAudit(
        { database, clock },
        {
          actor: { kind: 'command' },
          act: 'tombstones_replayed',
          facts: { tombstones: tombstones.size, deleted },
        },
      );
    const deleted = await deleteTombstonedAccounts(database, async (step) => {
      signal.throwIfAborted();
      const gone = await database.transaction(async () => {
        const count = await step();
        if (count > 0) await note(count);
        return count;
      });
      if (gone > 0) tell(`${gone} accounts deleted again.`);
      return gone;
    });
    if (deleted === 0) await note(0);
    return { tombstones: tombstones.size, deleted };
  });
}

/** Servers would go on with what is no longer there. Their connections end a moment after them. */
export async function assertNoServers(database: Database): Promise<void> {
  for (let tries = 1; (await countServers(database)) > 0; tries += 1) {
    if (tries === maxServerChecks) {
      throw new CommandRefused('Servers or workers still use the database; stop them first.');
    }
    await pause(serverCheckPauseMs);
  }
}
