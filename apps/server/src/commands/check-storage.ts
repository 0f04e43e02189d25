import { parseArgs } from 'node:util';
import { readConfiguration } from '../config/configuration.ts';
import {
  checkStorage,
  type StorageReport,
} from '../features/service/storage-check/check-storage.ts';
import { withCheckedStorage } from '../features/service/storage-check/open-checked-storage.ts';
import { removeObjects } from '../features/vault/instructions/clean-up-files.ts';
import { systemClock } from '../platform/clock.ts';
import { CommandRefused } from '../platform/process.ts';
import { type Command, fromCaller, withDatabase, withUsage } from './run-command.ts';

/** Compares database and object store, also while servers run, and repairs safe differences. */
export const command: Command = async (args, progress) => {
  const options = parseArguments(args);
  const configuration = readConfiguration(progress.env);
  const checked = await withDatabase(configuration, (database) =>
    withCheckedStorage(configuration, database, async (store) => {
      const deps = { database, store, clock: systemClock };
      const found = await checkStorage(deps, options, progress);
      if (found.ordered_removals > 0) await removeObjects(deps);
      return found;
    }),
  );
  progress.tell(reportOf(checked, options));
};

interface Arguments {
  repair: boolean;
  from?: string;
  many: boolean;
  all: boolean;
}

export function parseArguments(args: string[]): Arguments {
  return withUsage(usage, () => {
    const { values } = parseArgs({
      args,
      options: {
        repair: { type: 'boolean' },
        from: { type: 'string' },
        many: { type: 'boolean' },
        all: { type: 'boolean' },
      },
    });
    const { repair = false, from, many = false, all = false } = values;
    if (!repair && (many || from !== undefined)) throw new Error('for a repair only');
    return { repair, many, all, ...(from !== undefined && { from: fromCaller(from) }) };
  });
}

const usage =
  'Use npm run check-storage [-- --all], or npm run check-storage -- --repair [--from <folder of a backup>] [--many].';

/** Throws if objects are lost or deleted accounts exist again, so that the command fails. */
export function reportOf(checked: StorageReport, { repair }: Arguments): string {
  const lines = [
    `${checked.named} objects are named by rows; the store holds ${checked.listed} (${checked.listed_bytes} bytes).`,
    `Missing: ${checked.missing}. Of wrong size: ${checked.wrong_size}. Without a row: ${checked.unowned} (${checked.unowned_bytes} bytes), and ${checked.young} younger than a day.`,
  ];
  if (repair) {
    lines.push(
      `Put back from the backup: ${checked.put_back}. Ordered to be removed: ${checked.ordered_removals}.`,
    );
  }
  const left = checked.missing + checked.wrong_size - checked.put_back;
  const faults = [
    ...(left > 0 ? [`${left} objects are not as their rows say.`] : []),
    ...(checked.revived > 0
      ? [
          `${checked.revived} accounts that were deleted are there again; stop all servers and run npm run tombstones -- replay.`,
        ]
      : []),
  ];
  if (faults.length > 0) throw new CommandRefused([...lines, ...faults].join('\n'));
  return lines.join('\n');
}
