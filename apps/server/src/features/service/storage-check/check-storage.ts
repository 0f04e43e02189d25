import type { Context } from '../../../context.ts';
import type { ObjectStore } from '../../../platform/file-storage/object-store.ts';
import { CommandRefused } from '../../../platform/process.ts';
import { appendAudit } from '../../identity/audit/index.ts';
import { markFilesLost } from '../../vault/instructions/index.ts';
import {
  type BackupObjects,
  countRevived,
  limitLines,
  openBackupObjects,
  type Progress,
} from '../backup/index.ts';
import {
  compareStorage,
  type Finding,
  isLargeShare,
  type StorageComparison,
} from './compare-storage.ts';
import { deleteLostRows, enqueueRemovals, type NamedObject } from './storage-check-repository.ts';

type CheckContext = Pick<Context, 'database' | 'store' | 'clock' | 'jobs'>;

export interface CheckOptions {
  repair: boolean;
  /** A backup to restore missing objects from. */
  from?: string;
  /** Marks objects that are still missing as lost, and notifies their owners. */
  marksLost: boolean;
  /** Permits removing many unowned objects, and giving up many files. */
  many: boolean;
  /** Prints all findings instead of only the first. */
  all: boolean;
}

export interface StorageReport extends StorageComparison {
  missing: number;
  wrong_size: number;
  unowned: number;
  unowned_bytes: number;
  /** Number of accounts that exist despite a tombstone. */
  revived: number;
  enqueued_removals: number;
  put_back: number;
  given_up: number;
}

/** Compares database and object store, and repairs safe findings on request. */
export async function checkStorage(
  deps: CheckContext,
  options: CheckOptions,
  progress: Progress,
): Promise<StorageReport> {
  const { from } = options;
  const backup = from === undefined ? undefined : await openBackupObjects(from, progress.signal);
  try {
    return await compareAndRepair({ ...deps, backup }, options, progress);
  } finally {
    await backup?.close();
  }
}

interface RepairContext extends CheckContext {
  backup: BackupObjects | undefined;
}

async function compareAndRepair(
  deps: RepairContext,
  options: CheckOptions,
  progress: Progress,
): Promise<StorageReport> {
  const { database, store, clock } = deps;
  const { signal } = progress;
  const revived = await countRevived(database, store);
  const sums = { missing: 0, wrong_size: 0, unowned: 0, unowned_bytes: 0 };
  const limit = options.all ? Number.POSITIVE_INFINITY : maxLines;
  const print = limitLines(progress.print, limit, 'And others; with --all every one is named.');
  const at = { database, store, now: clock.now() };
  const compared = await compareStorage(at, signal, async (findings) => {
    for (const finding of findings) {
      print(describeFinding(finding));
      if (finding.kind === 'faulty') sums[finding.fault.kind] += 1;
      else {
        sums.unowned += 1;
        sums.unowned_bytes += finding.object.size;
      }
    }
  });
  const checked = { ...compared, ...sums, revived, ...noRepairs };
  if (!options.repair) return checked;
  assertRepairable(checked, options);
  return { ...checked, ...(await repair(deps, options, signal)) };
}

function assertRepairable(checked: StorageReport, { many, marksLost }: CheckOptions): void {
  const { revived, named, unowned, missing, wrong_size } = checked;
  if (revived > 0) {
    throw new CommandRefused(
      `${revived} deleted accounts exist again; run zavet restore deletions first.`,
    );
  }
  if (many) return;
  if (isLargeShare(unowned, named)) {
    throw new CommandRefused(
      `${unowned} objects without a row beside ${named} with one look like those of another database; only with --many are they removed.`,
    );
  }
  if (marksLost && isLargeShare(missing + wrong_size, named)) {
    throw new CommandRefused(
      `${missing + wrong_size} of ${named} objects are missing, as if a disk were not mounted; only with --many are they marked as lost.`,
    );
  }
}

type Repairs = Pick<StorageReport, 'enqueued_removals' | 'put_back' | 'given_up'>;

const noRepairs: Repairs = { enqueued_removals: 0, put_back: 0, given_up: 0 };

/** Compares database and store again, and repairs the remaining findings. */
async function repair(
  { database, store, clock, jobs, backup }: RepairContext,
  { marksLost }: CheckOptions,
  signal: AbortSignal,
): Promise<Repairs> {
  const done = { ...noRepairs };
  const at = { database, store, now: clock.now() };
  await compareStorage(at, signal, async (findings) => {
    const unowned = findings.flatMap((found) => (found.kind === 'unowned' ? found.object.key : []));
    const faulty = findings.flatMap((found) => (found.kind === 'faulty' ? found.named.key : []));
    const restored = backup ? await restoreFromBackup(store, backup, faulty, signal) : [];
    const lost = marksLost ? faulty.filter((key) => !restored.includes(key)) : [];
    await database.transaction(async () => {
      const { length } = unowned.length > 0 ? await enqueueRemovals(database, unowned) : [];
      const facts: Repairs = {
        enqueued_removals: length,
        put_back: restored.length,
        given_up: lost.length > 0 ? await giveUpObjects({ database, clock, jobs }, lost) : 0,
      };
      if (Object.values(facts).every((count) => count === 0)) return;
      const act = 'storage_repaired';
      await appendAudit(
        { database, clock },
        { actor: { kind: 'command' }, act, facts: { ...facts } },
      );
      done.enqueued_removals += facts.enqueued_removals;
      done.put_back += facts.put_back;
      done.given_up += facts.given_up;
    });
  });
  return done;
}

/** Notifies owners of lost files; deletes lost papers, exports and imports, which can be repeated. */
async function giveUpObjects(
  ctx: Pick<Context, 'database' | 'clock' | 'jobs'>,
  keys: readonly string[],
): Promise<number> {
  return (await markFilesLost(ctx, keys)) + (await deleteLostRows(ctx.database, keys));
}

/**
 * Restores missing objects and returns their keys. Any backup has the right bytes, because objects
 * are immutable.
 */
async function restoreFromBackup(
  store: ObjectStore,
  backup: BackupObjects,
  keys: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  const found = await backup.find(keys);
  for (const { key, size, read } of found) await store.put(key, read(), size, signal);
  return found.map(({ key }) => key);
}

const maxLines = 200;

const objectLabels: Record<NamedObject['kind'], string> = {
  file: 'file',
  document: 'document of a request',
  export: 'export',
  archive: 'archive',
  removal: 'removal',
};

function describeFinding(finding: Finding): string {
  if (finding.kind === 'unowned') {
    const { key, size, modified_at } = finding.object;
    return `Without a row: ${key}, ${size} bytes, since ${modified_at.toISOString()}.`;
  }
  const { named, fault } = finding;
  const object = `${objectLabels[named.kind]} ${named.id} of owner ${named.owner_id}, ${named.size_bytes} bytes (${named.key})`;
  return fault.kind === 'missing'
    ? `Missing: ${object}.`
    : `Wrong size: ${object}, ${fault.size} bytes in the store.`;
}
