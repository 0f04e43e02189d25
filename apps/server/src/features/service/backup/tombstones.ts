import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import { backupLock, withLock } from '../../../platform/database/session.ts';
import type { ObjectStore } from '../../../platform/file-storage/object-store.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { CommandRefused } from '../../../platform/process.ts';
import { appendAudit } from '../../identity/audit/index.ts';
import { type Progress, paths, readManifest, readRows, verifyRows } from './backup-folder.ts';
import { inBatches } from './backup-objects.ts';
import {
  countRevivedAccounts,
  countServers,
  countTombstonedAccounts,
  deleteTombstonedBatch,
  insertTombstones,
  readTombstones,
} from './backup-repository.ts';
import {
  parseTimestamp,
  parseTombstoneKey,
  type Tombstone,
  tombstoneKey,
  tombstonePrefix,
} from './backup-rules.ts';

export const storeTombstoneJob = jobName<{ user_id: string; deleted_at: string }>(
  'store-tombstone',
);

const storeBatchSize = 1_000;
const accountBatchSize = 100;
const insertBatchSize = 5_000;

const maxServerChecks = 10;
const serverCheckPauseMs = 300;

/** Deletion time by account id. */
export type Tombstones = Map<string, Date>;

const tombstoneRow = z.object({ user_id: z.uuid(), deleted_at: z.string() });

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
 * Returns all tombstones of backups, database and object store, and stores them in the object
 * store.
 */
export async function collectTombstones(
  database: Queryable,
  store: ObjectStore,
  backupTombstones: readonly Tombstone[],
): Promise<Tombstones> {
  const stored: Tombstones = new Map();
  for await (const { user_id, deleted_at } of listStoredTombstones(store)) {
    stored.set(user_id, deleted_at);
  }
  const all = new Map(stored);
  for (const { user_id, deleted_at } of [
    ...backupTombstones,
    ...(await readTombstones(database)),
  ]) {
    if (all.has(user_id)) continue;
    all.set(user_id, deleted_at);
    await storeTombstone(store, { user_id, deleted_at });
  }
  return all;
}

/** Stores a tombstone in the object store, because the database may be lost. May run twice. */
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

/** Counts accounts that exist despite a tombstone in the database or the object store. */
export async function countRevived(database: Database, store: ObjectStore): Promise<number> {
  let revived = await countTombstonedAccounts(database);
  for await (const batch of inBatches(listStoredTombstones(store), storeBatchSize)) {
    revived += await countRevivedAccounts(
      database,
      batch.map(({ user_id }) => user_id),
    );
  }
  return revived;
}

/** Inserts tombstones; existing rows stay unchanged. */
export async function saveTombstones(database: Database, tombstones: Tombstones): Promise<void> {
  const all = Array.from(tombstones, ([user_id, deleted_at]) => ({ user_id, deleted_at }));
  for (let start = 0; start < all.length; start += insertBatchSize) {
    await insertTombstones(database, all.slice(start, start + insertBatchSize));
  }
}

/**
 * Deletes accounts with tombstones in batches; returns their number. `inStep` can run each batch in
 * a transaction. Can be repeated.
 */
export async function deleteTombstonedAccounts(
  database: Database,
  inStep: (step: () => Promise<number>) => Promise<number>,
): Promise<number> {
  let deleted = 0;
  for (let last = accountBatchSize; last === accountBatchSize; deleted += last) {
    last = await inStep(() => deleteTombstonedBatch(database, accountBatchSize));
  }
  return deleted;
}

interface ReplayTarget {
  database: Database;
  store: ObjectStore;
  clock: Clock;
  /** Runs before the replay appends audit entries. */
  beforeDeleting(): Promise<void>;
}

/**
 * Deletes accounts that a native restore of the database has revived. Servers must be stopped, because
 * revived accounts could sign in. Can be repeated.
 */
export async function replayTombstones(
  { database, store, clock, beforeDeleting }: ReplayTarget,
  backupTombstones: readonly Tombstone[],
  { print, signal }: Progress,
) {
  await assertNoServers(database);
  return withLock(database, backupLock, async () => {
    await beforeDeleting();
    const tombstones = await collectTombstones(database, store, backupTombstones);
    await database.transaction(() => saveTombstones(database, tombstones));
    const appendEntry = (deleted: number) =>
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
      const count = await database.transaction(async () => {
        const deletedInStep = await step();
        if (deletedInStep > 0) await appendEntry(deletedInStep);
        return deletedInStep;
      });
      if (count > 0) print(`${count} accounts deleted again.`);
      return count;
    });
    if (deleted === 0) await appendEntry(0);
    return { tombstones: tombstones.size, deleted };
  });
}

/** Waits briefly, because connections outlive stopped servers. */
export async function assertNoServers(database: Database): Promise<void> {
  for (let tries = 1; (await countServers(database)) > 0; tries += 1) {
    if (tries === maxServerChecks) {
      throw new CommandRefused('Servers or workers still use the database; stop them first.');
    }
    await pause(serverCheckPauseMs);
  }
}
