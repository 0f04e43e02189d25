import { z } from 'zod';
import type { Rows } from '../../../platform/database/database.ts';
import type { ObjectStore } from '../../../platform/file-storage/object-store.ts';
import { CommandRefused } from '../../../platform/process/refusals.ts';
import { paths, readManifest } from './backup-folder.ts';
import { readTombstones } from './backup-repository.ts';
import { momentOf, type Tombstone } from './backup-rules.ts';
import { readRows } from './row-files.ts';
import { keepTombstone, storedTombstones } from './tombstone-objects.ts';
import { verifyRows } from './verify-backup.ts';

/** Accounts that were deleted, by their id. */
export type Tombstones = Map<string, Date>;

const tombstoneRow = z.object({ user_id: z.uuid(), deleted_at: z.string() });

/** The tombstones in a backup. Nothing else of it is looked at. */
export async function tombstonesOfBackup(
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
    found.push({ user_id, deleted_at: momentOf(deleted_at) });
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
  for await (const { user_id, deleted_at } of storedTombstones(store)) {
    stored.set(user_id, deleted_at);
  }
  const all = new Map(stored);
  for (const { user_id, deleted_at } of [...ofBackups, ...(await readTombstones(database))]) {
    if (all.has(user_id)) continue;
    all.set(user_id, deleted_at);
    await keepTombstone(store, { user_id, deleted_at });
  }
  return all;
}
