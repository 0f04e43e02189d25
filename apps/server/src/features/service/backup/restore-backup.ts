import { createReadStream } from 'node:fs';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { backupLock, withLock } from '../../../platform/database/session.ts';
import type { ObjectStore } from '../../../platform/file-storage/object-store.ts';
import { findNonIdField, jobName } from '../../../platform/jobs/job.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import {
  deletePendingJobs,
  listQueues,
  type PendingJob,
} from '../../../platform/jobs/queue-repository.ts';
import { CommandRefused } from '../../../platform/process.ts';
import { type BackupManifest, type Progress, paths, readRows } from './backup-folder.ts';
import { mapConcurrently, readObjectBatches } from './backup-objects.ts';
import { hasUsers } from './backup-repository.ts';
import type { Tombstone } from './backup-rules.ts';
import { type AuditLogOutcome, restoreRows } from './restore-rows.ts';
import {
  assertNoServers,
  collectTombstones,
  readBackupTombstones,
  type Tombstones,
} from './tombstones.ts';

interface RestoreTarget {
  database: Database;
  store: ObjectStore;
  clock: Clock;
  /** Migrates the database to the state of the backup, and opens the queue. */
  prepare(manifest: BackupManifest): Promise<Pick<JobQueue, 'enqueue'>>;
  appendRestoreEntry(log: AuditLogOutcome): Promise<void>;
}

interface RestoreOptions {
  /** Permits replacing existing accounts. */
  replace: boolean;
  /** Tombstones of other backups. */
  tombstones: readonly Tombstone[];
}

export interface RestoreSummary {
  rows: number;
  jobs: number;
  objects: number;
  /** Number of files that the backup lacks. */
  missing: number;
  /** Number of accounts deleted since the backup, which are not restored. */
  deleted: number;
}

/**
 * Restores a verified backup: objects first, then all rows and jobs in one transaction. Can be repeated
 * after an interruption.
 */
export async function restoreBackup(
  { database, store, clock, prepare, appendRestoreEntry }: RestoreTarget,
  folder: string,
  manifest: BackupManifest,
  { replace, tombstones: otherTombstones }: RestoreOptions,
  progress: Progress,
): Promise<RestoreSummary> {
  const { signal } = progress;
  const backupTombstones = [...(await readBackupTombstones(folder, signal)), ...otherTombstones];
  await assertNoServers(database);
  return withLock(database, backupLock, async () => {
    await assertReplaceable(database, replace);
    const queue = await prepare(manifest);
    const tombstones = await collectTombstones(database, store, backupTombstones);
    const objects = await restoreObjects(store, folder, tombstones, progress);
    return database.transaction(async () => {
      await assertReplaceable(database, replace);
      const { deleted, log } = await restoreRows(database, folder, manifest, tombstones, signal);
      const jobs = await restoreJobs(database, queue, folder, clock);
      await appendRestoreEntry(log);
      signal.throwIfAborted();
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      return { rows, jobs, objects, missing: manifest.objects.missing, deleted };
    });
  });
}

async function assertReplaceable(database: Database, replace: boolean): Promise<void> {
  if (replace || !(await hasUsers(database))) return;
  throw new CommandRefused(
    'The database holds accounts already; only with --replace are they and everything of theirs replaced.',
  );
}

/** Skips objects of deleted accounts. May run twice. */
async function restoreObjects(
  store: ObjectStore,
  folder: string,
  tombstones: Tombstones,
  { print, signal }: Progress,
): Promise<number> {
  let count = 0;
  for await (const batch of readObjectBatches(folder)) {
    const wanted = batch.filter(({ user_id }) => !tombstones.has(user_id));
    await mapConcurrently(wanted, ({ key, size }) =>
      store.put(key, createReadStream(paths.object(folder, key)), size, signal),
    );
    count += wanted.length;
  }
  print(`${count} files put back.`);
  return count;
}

/** Replaces all pending jobs, in the caller's transaction. */
async function restoreJobs(
  database: Database,
  jobs: Pick<JobQueue, 'enqueue'>,
  folder: string,
  clock: Clock,
): Promise<number> {
  await deletePendingJobs(database);
  const known = await listQueues(database);
  const now = clock.now().getTime();
  let count = 0;
  for await (const job of readRows(paths.jobs(folder)) as AsyncGenerator<PendingJob>) {
    // Skips unknown jobs, and jobs of older versions with data that is no longer allowed.
    if (!known.has(job.name) || findNonIdField(job.data) !== undefined) continue;
    const seconds = Math.ceil((Date.parse(job.start_after) - now) / 1000);
    await jobs.enqueue(jobName(job.name), job.data, { startAfterSeconds: Math.max(0, seconds) });
    count += 1;
  }
  return count;
}
