import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Context } from '../../../context.ts';
import { appliedMigrations } from '../../../platform/database/migrate.ts';
import { backupLock, withSnapshot } from '../../../platform/database/session.ts';
import { syncFolder } from '../../../platform/file-storage/folder-files.ts';
import { streamPendingJobs } from '../../../platform/jobs/queue-repository.ts';
import { CommandRefused } from '../../../platform/process.ts';
import {
  type BackupManifest,
  createManifest,
  limitLines,
  type Progress,
  paths,
  writeRows,
} from './backup-folder.ts';
import { listBackedUpTables, readKeysNeeded, streamTable } from './backup-repository.ts';
import { type BackupSource, type CopiedObject, copyObjects } from './copy-objects.ts';
import { findPreviousBackup, partSuffix } from './previous-backups.ts';

export type BackupContext = Pick<Context, 'database' | 'store' | 'clock'>;

export interface BackupOptions {
  /** Copies every object, even if the previous backup has it. */
  isFull: boolean;
}

export interface BackupSummary {
  tables: number;
  rows: number;
  jobs: number;
  objects: number;
  bytes: number;
  /** Number of files whose object is in neither the store nor the previous backup. */
  missing: number;
  /** Number of files that the store lost, including those in the previous backup. */
  lost: number;
  /** Number of objects copied from the store instead of shared with a previous backup. */
  copied: number;
  copied_bytes: number;
  /** Versions of the master key that a restore needs. */
  master_versions: number[];
}

/**
 * Writes a consistent backup. The folder gets its final name once the backup is complete. Lost
 * files are skipped and counted.
 */
export async function makeBackup(
  deps: BackupContext,
  folder: string,
  progress: Progress,
  { isFull }: BackupOptions = { isFull: false },
): Promise<BackupSummary> {
  await assertEmptyFolder(folder);
  const partial = `${folder}${partSuffix}`;
  const previous = await findPreviousBackup(folder);
  try {
    const { manifest, copied } = await withSnapshot(deps.database, backupLock, async (snapshot) => {
      await createPartialFolder(partial, folder);
      return writeContents({ ...deps, snapshot, previous, isFull }, partial, progress);
    });
    const text = `${JSON.stringify(manifest, undefined, 2)}\n`;
    await writeFile(paths.manifest(partial), text, { mode: 0o600, flush: true });
    await syncFolder(partial);
    await rename(partial, folder);
    await syncFolder(dirname(folder));
    return { ...summaryOf(manifest), ...copied };
  } catch (error) {
    await rm(partial, { recursive: true, force: true, maxRetries: 10 });
    throw error;
  } finally {
    await previous?.close();
  }
}

async function writeContents(
  { store, clock, snapshot, previous, isFull }: BackupContext & BackupSource,
  folder: string,
  { print, signal }: Progress,
) {
  const { service_key, master_versions } = await readKeysNeeded(snapshot);
  if (!service_key) throw new CommandRefused('There is nothing to back up yet.');
  const tables: BackupManifest['tables'] = [];
  for (const table of await listBackedUpTables(snapshot)) {
    const { name } = table;
    const rows = streamTable(snapshot, table);
    const rowsChecksum = await writeRows(paths.table(folder, name), rows, signal);
    tables.push({ name, columns: table.columns.map((column) => column.name), ...rowsChecksum });
  }
  const jobs = await writeRows(paths.jobs(folder), streamPendingJobs(snapshot), signal);
  print(`${tables.length} tables written, copying files.`);
  const copy = countCopied(
    copyObjects({ snapshot, store, previous, isFull }, folder, signal),
    print,
  );
  const objects = await writeRows(paths.objectList(folder), copy.objects, signal);
  const { bytes, missing, ...copied } = copy.sums;
  const manifest = createManifest({
    created_at: clock.now().toISOString(),
    migrations: await appliedMigrations(snapshot),
    tables,
    jobs,
    objects: { ...objects, bytes, missing },
    master_versions,
    service_key,
  });
  return { manifest, copied };
}

function summaryOf({ tables, jobs, objects, master_versions }: BackupManifest) {
  return {
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    jobs: jobs.rows,
    objects: objects.rows,
    bytes: objects.bytes,
    missing: objects.missing,
    master_versions,
  };
}

const reportEvery = 500;
const maxLostPrinted = 200;

function countCopied(batches: AsyncIterable<CopiedObject[]>, print: Progress['print']) {
  const sums = { bytes: 0, missing: 0, lost: 0, copied: 0, copied_bytes: 0 };
  const printLost = limitLines(
    print,
    maxLostPrinted,
    'And others; zavet check-storage --all names every one.',
  );
  let count = 0;
  async function* objects() {
    for await (const batch of batches) {
      const reported = Math.floor(count / reportEvery);
      for (const copied of batch) {
        count += 1;
        addToSums(sums, copied);
        if (copied.isLost) printLost(describeLost(copied));
      }
      if (Math.floor(count / reportEvery) > reported) {
        print(`${count} files kept, ${sums.copied} of them copied.`);
      }
      yield batch.flatMap(({ object }) => object ?? []);
    }
  }
  return { objects: objects(), sums };
}

type Sums = Pick<BackupSummary, 'bytes' | 'missing' | 'lost' | 'copied' | 'copied_bytes'>;

function addToSums(sums: Sums, { object, isCopied, isLost }: CopiedObject): void {
  const size = object?.size ?? 0;
  sums.bytes += size;
  sums.missing += object ? 0 : 1;
  sums.lost += isLost ? 1 : 0;
  sums.copied += isCopied ? 1 : 0;
  sums.copied_bytes += isCopied ? size : 0;
}

function describeLost({ file, object }: CopiedObject): string {
  const found = object ? 'taken from the previous backup' : 'left out';
  return `Missing or damaged in the store, ${found}: file ${file.id} of owner ${file.user_id} (${file.key}).`;
}

async function assertEmptyFolder(folder: string): Promise<void> {
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new CommandRefused(`${folder} is not a folder that a backup can be written to.`);
  });
  if (found.length > 0) throw new CommandRefused(`The folder ${folder} is not empty.`);
}

/** Creates the folder of an unfinished backup, and removes one of an earlier run first. */
async function createPartialFolder(partial: string, folder: string): Promise<void> {
  try {
    await rm(partial, { recursive: true, force: true });
    await mkdir(partial, { recursive: true, mode: 0o700 });
    await mkdir(join(partial, 'tables'), { mode: 0o700 });
  } catch (cause) {
    throw new CommandRefused(`${folder} cannot be written to.`, { cause });
  }
}
