import type { Clock } from '../../../platform/clock/clock.ts';
import { backupLock } from '../../../platform/database/advisory-locks.ts';
import type { Database } from '../../../platform/database/database.ts';
import { withLock } from '../../../platform/database/session.ts';
import type { ObjectStore } from '../../../platform/file-storage/object-store.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import { CommandRefused } from '../../../platform/process/refusals.ts';
import type { BackupManifest } from './backup-folder.ts';
import { holdsUsers } from './backup-repository.ts';
import type { Tombstone } from './backup-rules.ts';
import { collectTombstones, tombstonesOfBackup } from './collect-tombstones.ts';
import { assertNoServers } from './no-servers.ts';
import type { Progress } from './progress.ts';
import type { KeptLog } from './restore-audit.ts';
import { restoreJobs } from './restore-jobs.ts';
import { restoreObjects } from './restore-objects.ts';
import { restoreRows } from './restore-rows.ts';

export interface RestoreDeps {
  database: Database;
  store: ObjectStore;
  clock: Clock;
  /** Brings the database to the state that the backup had, and opens the queue. */
  prepare(manifest: BackupManifest): Promise<Pick<JobQueue, 'enqueue'>>;
  /** Writes into the audit log that the backup was restored. */
  noteRestored(log: KeptLog): Promise<void>;
}

export interface RestoreOptions {
  /** Whether accounts that are there may be replaced. */
  replace: boolean;
  /** Accounts that other backups know to be deleted. */
  tombstones: readonly Tombstone[];
}

export interface Restored {
  rows: number;
  jobs: number;
  objects: number;
  /** Accounts of the backup that were deleted since. */
  deleted: number;
}

/**
 * Brings back a backup that was verified. Objects come first, then all rows and jobs in one
 * transaction: until that is done nothing is there, and the whole can be run again.
 */
export async function restoreBackup(
  { database, store, clock, prepare, noteRestored }: RestoreDeps,
  folder: string,
  manifest: BackupManifest,
  { replace, tombstones: ofOthers }: RestoreOptions,
  progress: Progress,
): Promise<Restored> {
  const { signal } = progress;
  const ofBackups = [...(await tombstonesOfBackup(folder, signal)), ...ofOthers];
  await assertNoServers(database);
  return withLock(database, backupLock, async () => {
    await assertReplaceable(database, replace);
    const queue = await prepare(manifest);
    const tombstones = await collectTombstones(database, store, ofBackups);
    const objects = await restoreObjects(store, folder, tombstones, progress);
    return database.transaction(async () => {
      await assertReplaceable(database, replace);
      const { deleted, log } = await restoreRows(database, folder, manifest, tombstones, signal);
      const jobs = await restoreJobs(database, queue, folder, clock);
      await noteRestored(log);
      signal.throwIfAborted();
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      return { rows, jobs, objects, deleted };
    });
  });
}

async function assertReplaceable(database: Database, replace: boolean): Promise<void> {
  if (replace || !(await holdsUsers(database))) return;
  throw new CommandRefused(
    'The database holds accounts already; only with --replace are they and everything of theirs replaced.',
  );
}
