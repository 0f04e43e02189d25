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
import { mapConcurrently } from './backup-objects.ts';
import { hasUsers } from './backup-repository.ts';
import type { Tombstone } from './backup-rules.ts';
import { type AuditLogOutcome, restoreRows } from './restore-rows.ts';
import {
  assertNoServers,
  collectTombstones,
  readBackupTombstones,
  type Tombstones,
} from './tombstones.ts';
import { readObjectBatches } from './verify-backup.ts';

interface RestoreTarget {
  database: Database;
  store: ObjectStore;
  clock: Clock;
  /** Brings the database to the state that the backup had, and opens the queue. */
  prepare(manifest: BackupManifest): Promise<Pick<JobQueue, 'enqueue'>>;
  /** Writes into the audit log that the backup was restored. */
  noteRestored(log: AuditLogOutcome): Promise<void>;
}

interface RestoreOptions {
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
  { database, store, clock, prepare, noteRestored }: RestoreTarget,
  folder: string,
  manifest: BackupManifest,
  { replace, tombstones: ofOthers }: RestoreOptions,
  progress: Progress,
): Promise<Restored> {
  const { signal } = progress;
  const ofBackups = [...(await readBackupTombstones(folder, signal)), ...ofOthers];
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
  if (replace || !(await hasUsers(database))) return;
  throw new CommandRefused(
    'The database holds accounts already; only with --replace are they and everything of theirs replaced.',
  );
}

/** Puts the objects of a backup into the store; those of deleted accounts stay out. May run twice. */
async function restoreObjects(
  store: ObjectStore,
  folder: string,
  tombstones: Tombstones,
  { tell, signal }: Progress,
): Promise<number> {
  let count = 0;
  for await (const part of readObjectBatches(folder)) {
    const wanted = part.filter(({ user_id }) => !tombstones.has(user_id));
    await mapConcurrently(wanted, ({ key, size }) =>
      store.put(key, createReadStream(paths.object(folder, key)), size, signal),
    );
    count += wanted.length;
  }
  tell(`${count} files put back.`);
  return count;
}

/** Replaces all jobs that wait by those of a backup, inside the caller's transaction. */
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
    // A kind of job that the program no longer has, or one with more in it than jobs may hold now.
    if (!known.has(job.name) || findNonIdField(job.data) !== undefined) continue;
    const wait = Math.ceil((Date.parse(job.start_after) - now) / 1000);
    await jobs.enqueue(jobName(job.name), job.data, { startAfterSeconds: Math.max(0, wait) });
    count += 1;
  }
  return count;
}
