import { parseArgs } from 'node:util';
import { type Configuration, readConfiguration } from '../config/configuration.ts';
import { recordNativeRestore } from '../features/identity/audit/restore-entry.ts';
import type { Progress } from '../features/service/backup/backup-folder.ts';
import {
  assertNoServers,
  countTombstones,
  readBackupTombstones,
  replayTombstones,
  type TombstoneFigures,
} from '../features/service/backup/tombstones.ts';
import { withCheckedStorage } from '../features/service/storage-check/open-checked-storage.ts';
import { removeObjects } from '../features/vault/instructions/clean-up-files.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { appliedMigrations, migrate } from '../platform/database/migrate.ts';
import { loadExistingMasterKeys } from '../platform/encryption/master-keys.ts';
import { createServiceKey } from '../platform/encryption/service-key.ts';
import { CommandRefused } from '../platform/process.ts';
import { type Command, fromCaller, withDatabase, withUsage } from './run-command.ts';

/** Counts the accounts known to be deleted; after a native restore it deletes them again. */
export const command: Command = async (args, progress) => {
  const parsed = parseArguments(args);
  const configuration = readConfiguration(progress.env);
  if (parsed.kind === 'replay') return replay(configuration, parsed.from, progress);
  const figures = await withDatabase(configuration, (database) =>
    withCheckedStorage(configuration, database, (store) => countTombstones(database, store)),
  );
  for (const sentence of sentencesOf(figures)) progress.tell(sentence);
};

type Arguments = { kind: 'count' } | { kind: 'replay'; from: string[] };

export function parseArguments(args: string[]): Arguments {
  return withUsage(usage, () => {
    const { values, positionals } = parseArgs({
      args,
      options: { from: { type: 'string', multiple: true } },
      allowPositionals: true,
    });
    const [verb, ...rest] = positionals;
    const from = (values.from ?? []).map(fromCaller);
    if (verb === undefined && from.length === 0) return { kind: 'count' };
    if (verb === 'replay' && rest.length === 0) return { kind: 'replay', from };
    throw new Error('unknown arguments');
  });
}

const usage =
  'Use npm run tombstones to count the accounts known to be deleted, or npm run tombstones -- replay [--from <folder of a backup>] to delete them again after a restore.';

async function replay(
  configuration: Configuration,
  from: string[],
  progress: Progress,
): Promise<void> {
  const ofBackups = await Promise.all(
    from.map((folder) => readBackupTombstones(folder, progress.signal)),
  );
  const masterKeys = loadExistingMasterKeys(configuration.masterKey);
  const work = (database: Database) =>
    withCheckedStorage(configuration, database, async (store) => {
      const serviceKey = createServiceKey();
      await serviceKey.load(database, masterKeys, systemClock);
      const deps = { database, store, serviceKey, clock: systemClock };
      const beforeDeleting = async () =>
        reportLostEntries(await recordNativeRestore(deps), progress);
      const { tombstones, deleted } = await replayTombstones(
        { ...deps, beforeDeleting },
        ofBackups.flat(),
        progress,
      );
      await removeObjects({ database, store });
      progress.tell(
        `${tombstones} accounts are known to be deleted; ${deleted} of them had come back and were deleted again.`,
      );
    });
  await withDatabase(configuration, work, migrateRestored);
}

/** The restored database may be older, and a server that migrates it would also serve requests. */
async function migrateRestored(database: Database): Promise<void> {
  if ((await appliedMigrations(database)).length === 0) {
    throw new CommandRefused('The database is empty; nobody can have come back.');
  }
  await assertNoServers(database);
  await migrate(database);
}

function reportLostEntries(lost: number, { tell }: Progress): void {
  if (lost === 0) return;
  tell(`The audit log ends ${lost} entries before the restore; that is noted in it.`);
}

/** Numbers and dates only. */
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
