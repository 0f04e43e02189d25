import { parseArgs } from 'node:util';
import { readConfiguration } from '../config/configuration.ts';
import { assertNoServers } from '../features/service/backup/tombstones.ts';
import {
  type CheckOptions,
  checkStorage,
  type StorageReport,
} from '../features/service/storage-check/check-storage.ts';
import {
  storeDeps,
  withCheckedStorage,
} from '../features/service/storage-check/open-checked-storage.ts';
import { removeObjects } from '../features/vault/instructions/clean-up-files.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { openFileStorage } from '../platform/file-storage/file-storage.ts';
import type { ObjectStore } from '../platform/file-storage/object-store.ts';
import {
  adoptStore,
  inspectStore,
  type StoreInspection,
  storeVerdict,
} from '../platform/file-storage/store-identity.ts';
import { CommandRefused } from '../platform/process.ts';
import {
  type Command,
  resolveCallerPath,
  withDatabase,
  withQueue,
  withUsage,
} from './run-command.ts';

/**
 * Compares database and object store, also while servers run, and optionally repairs differences.
 * With `--adopt`, makes this store the store of the database.
 */
export const command: Command = async (args, progress) => {
  const options = parseArguments(args);
  const configuration = readConfiguration(progress.env);
  await withDatabase(configuration, async (database) => {
    const store = openFileStorage(configuration.fileStorage);
    try {
      if (options.kind === 'adopt') await adopt(database, store, options);
      progress.print(storeReport(await inspectStore(storeDeps(database, store, systemClock))));
    } finally {
      store.close();
    }
    if (options.kind === 'adopt') return;
    await withCheckedStorage(configuration, database, (checkedStore) =>
      withQueue(database, async (jobs) => {
        const deps = { database, store: checkedStore, clock: systemClock, jobs };
        const found = await checkStorage(deps, options, progress);
        if (found.enqueued_removals + found.given_up > 0) await removeObjects(deps);
        progress.print(reportOf(found, options));
      }),
    );
  });
};

type Arguments =
  | ({ kind: 'compare' } & CheckOptions)
  | { kind: 'adopt'; evenWithoutFiles: boolean };
type ArgumentsOf<Kind> = Extract<Arguments, { kind: Kind }>;

export function parseArguments(args: string[]): Arguments {
  return withUsage(usage, () => {
    const { values } = parseArgs({
      args,
      options: {
        repair: { type: 'boolean' },
        from: { type: 'string' },
        'mark-lost': { type: 'boolean' },
        many: { type: 'boolean' },
        all: { type: 'boolean' },
        adopt: { type: 'boolean' },
        'without-files': { type: 'boolean' },
      },
    });
    const { adopt: adopts, 'without-files': evenWithoutFiles = false, ...compared } = values;
    const { repair = false, from, many = false, all = false } = compared;
    const marksLost = compared['mark-lost'] ?? false;
    if (adopts && Object.keys(compared).length === 0) return { kind: 'adopt', evenWithoutFiles };
    if (adopts || evenWithoutFiles) throw new Error('another mode');
    if (!repair && (many || marksLost || from !== undefined)) throw new Error('for a repair only');
    return {
      ...{ kind: 'compare', repair, marksLost, many, all },
      ...(from !== undefined && { from: resolveCallerPath(from) }),
    };
  });
}

const usage =
  'Use zavet check-storage [--all], zavet check-storage --repair [--from <folder of a backup>] [--mark-lost] [--many], or zavet check-storage --adopt [--without-files].';

async function adopt(
  database: Database,
  store: ObjectStore,
  { evenWithoutFiles }: ArgumentsOf<'adopt'>,
): Promise<void> {
  await assertNoServers(database);
  const facts = await inspectStore(storeDeps(database, store, systemClock));
  if (storeVerdict(facts) === 'same') return;
  if (facts.missing > 0 && !evenWithoutFiles) {
    throw new CommandRefused(
      `${facts.missing} of ${facts.sampled} sampled files are not in this store; zavet check-storage --adopt --without-files gives them up.`,
    );
  }
  await adoptStore({ database, store, clock: systemClock });
}

/** Returns a sentence about the store. Throws if the store does not belong to the database. */
export function storeReport(facts: StoreInspection): string {
  const { recorded, sampled, missing } = facts;
  const found = `${sampled - missing} of ${sampled} sampled files are here.`;
  switch (storeVerdict(facts)) {
    case 'same':
      return `This is the store ${recorded} of the database; ${found}`;
    case 'adopt':
      return `The database has no store yet; the first server that starts takes this one. ${found}`;
    case 'objects_missing':
      throw new CommandRefused(
        `The database has no store yet, and this one lacks files of it. ${found} Copy them here, restore a backup, or give them up: zavet check-storage --adopt --without-files.`,
      );
    case 'unmarked':
      throw new CommandRefused(
        `This is not the store ${recorded} of the database. ${found} Correct DATA_DIR or S3_…, copy the files with the folder store, restore a backup, or make this the store: zavet check-storage --adopt.`,
      );
  }
}

/**
 * Returns the report of a comparison. Throws if objects are lost or deleted accounts exist again.
 */
export function reportOf(
  checked: StorageReport,
  { repair }: Pick<ArgumentsOf<'compare'>, 'repair'>,
): string {
  const lines = [
    `${checked.named} objects are named by rows; the store holds ${checked.listed} (${checked.listed_bytes} bytes).`,
    `Missing: ${checked.missing}. Of wrong size: ${checked.wrong_size}. Without a row: ${checked.unowned} (${checked.unowned_bytes} bytes), and ${checked.young} younger than a day.`,
  ];
  if (repair) {
    lines.push(
      `Restored from the backup: ${checked.put_back}. Marked as lost: ${checked.given_up}. Removed: ${checked.enqueued_removals}.`,
    );
  }
  const remaining = checked.missing + checked.wrong_size - checked.put_back - checked.given_up;
  const faults = [
    ...(remaining > 0 ? [`${remaining} objects differ from their rows.`] : []),
    ...(checked.revived > 0
      ? [
          `${checked.revived} deleted accounts exist again; stop all servers and run zavet restore deletions.`,
        ]
      : []),
  ];
  if (faults.length > 0) throw new CommandRefused([...lines, ...faults].join('\n'));
  return lines.join('\n');
}
