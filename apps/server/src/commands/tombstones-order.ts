import { parseArgs } from 'node:util';
import type { Configuration } from '../config/configuration.ts';
import {
  countTombstones,
  type TombstoneFigures,
} from '../features/service/backup/tombstone-figures.ts';
import { openCheckedStorage } from '../features/service/storage-check/open-checked-storage.ts';
import { systemClock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { UsageInvalid } from '../platform/process/refusals.ts';
import { fromCaller } from './caller-path.ts';

export type TombstonesOrder = { kind: 'count' } | { kind: 'replay'; from: string[] };

/** What the command is told: to delete again, or nothing. */
export function tombstonesOrderOf(args: string[]): TombstonesOrder {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { from: { type: 'string', multiple: true } },
      allowPositionals: true,
    });
    const [verb, ...rest] = positionals;
    const from = (values.from ?? []).map(fromCaller);
    if (verb === undefined && from.length === 0) return { kind: 'count' };
    if (verb === 'replay' && rest.length === 0) return { kind: 'replay', from };
    throw new Error('unknown order');
  } catch (cause) {
    throw new UsageInvalid(
      'Use npm run tombstones to count the accounts known to be deleted, or npm run tombstones -- replay [--from <folder of a backup>] to delete them again after a restore.',
      { cause },
    );
  }
}

export async function carryOutTombstonesCount(
  configuration: Configuration,
  database: Database,
): Promise<TombstoneFigures> {
  const store = openCheckedStorage(configuration, database, systemClock);
  try {
    return await countTombstones(database, store);
  } finally {
    store.close();
  }
}

/** Figures and dates only: whose accounts they were is nobody's business. */
export function sentencesOf(figures: TombstoneFigures): string[] {
  const { in_database, in_store, first_at, last_at, revived } = figures;
  const span =
    first_at && last_at ? `, from ${first_at.slice(0, 10)} to ${last_at.slice(0, 10)}` : '';
  const known = `Deleted accounts: ${in_database} known to the database, ${in_store} to the object store${span}.`;
  if (revived === 0) return [known, 'None of them is there again.'];
  return [
    known,
    `${revived} of them are there again; stop all servers and run npm run tombstones -- replay.`,
  ];
}
