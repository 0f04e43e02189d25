import { parseArgs } from 'node:util';
import type { Configuration } from '../config/configuration.ts';
import type { Progress } from '../features/service/backup/progress.ts';
import {
  type CheckedStorage,
  checkStorage,
} from '../features/service/storage-check/check-storage.ts';
import { openCheckedStorage } from '../features/service/storage-check/open-checked-storage.ts';
import { removeObjects } from '../features/vault/instructions/remove-objects.ts';
import { systemClock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { CommandRefused, UsageInvalid } from '../platform/process/refusals.ts';
import { fromCaller } from './caller-path.ts';

export interface CheckOrder {
  repair: boolean;
  from?: string;
  many: boolean;
  all: boolean;
}

/** What the command is told. */
export function checkOrderOf(args: string[]): CheckOrder {
  try {
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
  } catch (cause) {
    throw new UsageInvalid(
      'Use npm run check-storage [-- --all], or npm run check-storage -- --repair [--from <folder of a backup>] [--many].',
      { cause },
    );
  }
}

export async function carryOutCheck(
  configuration: Configuration,
  database: Database,
  order: CheckOrder,
  progress: Progress,
): Promise<CheckedStorage> {
  const store = openCheckedStorage(configuration, database, systemClock);
  try {
    const deps = { database, store, clock: systemClock };
    const checked = await checkStorage(deps, order, progress);
    if (checked.ordered_removals > 0) await removeObjects(deps);
    return checked;
  } finally {
    store.close();
  }
}

/** What was found and done. What is lost, or came back, is refused, so that the command fails. */
export function reportOf(checked: CheckedStorage, { repair }: CheckOrder): string {
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
