import type { Context } from '../../../context.ts';
import type { ObjectStore } from '../../../platform/file-storage/object-store.ts';
import { CommandRefused } from '../../../platform/process.ts';
import { appendAudit } from '../../identity/audit/index.ts';
import {
  type BackupObjects,
  countRevived,
  openBackupObjects,
  type Progress,
} from '../backup/index.ts';
import {
  compareStorage,
  type Finding,
  looksForeign,
  type StorageComparison,
} from './compare-storage.ts';
import { enqueueRemovals, type NamedObject } from './storage-check-repository.ts';

type CheckContext = Pick<Context, 'database' | 'store' | 'clock'>;

export interface CheckOptions {
  repair: boolean;
  /** A backup to restore missing objects from. */
  from?: string;
  /** Permits removing many unowned objects. */
  many: boolean;
  /** Prints all findings instead of the first ones. */
  all: boolean;
}

export interface StorageReport extends StorageComparison {
  missing: number;
  wrong_size: number;
  unowned: number;
  unowned_bytes: number;
  /** Accounts that exist despite a tombstone. */
  revived: number;
  ordered_removals: number;
  put_back: number;
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
  const tell = limitLines(options.all ? Number.POSITIVE_INFINITY : maxLines, progress.tell);
  const at = { database, store, now: clock.now() };
  const compared = await compareStorage(at, signal, async (findings) => {
    for (const finding of findings) {
      tell(describeFinding(finding));
      if (finding.kind === 'faulty') sums[finding.fault.kind] += 1;
      else {
        sums.unowned += 1;
        sums.unowned_bytes += finding.object.size;
      }
    }
  });
  const checked = { ...compared, ...sums, revived, ordered_removals: 0, put_back: 0 };
  if (!options.repair) return checked;
  assertRepairable(checked, options);
  return { ...checked, ...(await repair(deps, signal)) };
}

function assertRepairable(checked: StorageReport, { many }: CheckOptions): void {
  if (checked.revived > 0) {
    throw new CommandRefused(
      `${checked.revived} deleted accounts exist again; run zavet restore deletions first.`,
    );
  }
  if (!looksForeign(checked) || many) return;
  throw new CommandRefused(
    `${checked.unowned} objects without a row beside ${checked.named} with one look like those of another database; only with --many are they removed.`,
  );
}

/** Compares again, and repairs what is still wrong. */
async function repair(
  { database, store, clock, backup }: RepairContext,
  signal: AbortSignal,
): Promise<Pick<StorageReport, 'ordered_removals' | 'put_back'>> {
  const done = { ordered_removals: 0, put_back: 0 };
  const at = { database, store, now: clock.now() };
  await compareStorage(at, signal, async (findings) => {
    const unowned = findings.flatMap((found) => (found.kind === 'unowned' ? found.object.key : []));
    const faulty = findings.flatMap((found) => (found.kind === 'faulty' ? found.named.key : []));
    const put_back = backup ? await putBack(store, backup, faulty, signal) : 0;
    const ordered = await database.transaction(async () => {
      const { length } = unowned.length > 0 ? await enqueueRemovals(database, unowned) : [];
      const facts = { ordered_removals: length, put_back };
      if (length + put_back > 0) {
        const act = 'storage_repaired';
        await appendAudit({ database, clock }, { actor: { kind: 'command' }, act, facts });
      }
      return length;
    });
    done.ordered_removals += ordered;
    done.put_back += put_back;
  });
  return done;
}

/** Objects are immutable, so any backup holds the right bytes. */
async function putBack(
  store: ObjectStore,
  backup: BackupObjects,
  keys: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  const found = await backup.find(keys);
  for (const { key, size, read } of found) await store.put(key, read(), size, signal);
  return found.length;
}

const maxLines = 200;

function limitLines(limit: number, tell: Progress['tell']): Progress['tell'] {
  let count = 0;
  return (sentence) => {
    count += 1;
    if (count <= limit) tell(sentence);
    if (count === limit) tell('And others; with --all every one is named.');
  };
}

const words: Record<NamedObject['what'], string> = {
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
  const object = `${words[named.what]} ${named.id} of owner ${named.owner_id}, ${named.size_bytes} bytes (${named.key})`;
  return fault.kind === 'missing'
    ? `Missing: ${object}.`
    : `Wrong size: ${object}, ${fault.size} bytes in the store.`;
}
