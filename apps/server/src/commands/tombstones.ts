import { type Configuration, readConfiguration } from '../config/configuration.ts';
import { noteNativeRestore } from '../features/identity/audit/note-restored.ts';
import { tombstonesOfBackup } from '../features/service/backup/collect-tombstones.ts';
import { assertNoServers } from '../features/service/backup/no-servers.ts';
import type { Progress } from '../features/service/backup/progress.ts';
import { replayTombstones } from '../features/service/backup/replay-tombstones.ts';
import { openCheckedStorage } from '../features/service/storage-check/open-checked-storage.ts';
import { removeObjects } from '../features/vault/instructions/remove-objects.ts';
import { systemClock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { appliedMigrations, migrate } from '../platform/database/migrate.ts';
import { loadPresentMasterKeys } from '../platform/encryption/master-keys.ts';
import { createServiceKey } from '../platform/encryption/service-key.ts';
import { CommandRefused } from '../platform/process/refusals.ts';
import { withDatabase } from './command-database.ts';
import type { Command } from './run-command.ts';
import { carryOutTombstonesCount, sentencesOf, tombstonesOrderOf } from './tombstones-order.ts';

/** Counts the accounts known to be deleted; after a native restore it deletes them again. */
export const command: Command = async (args, progress) => {
  const order = tombstonesOrderOf(args);
  const configuration = readConfiguration(progress.env);
  if (order.kind === 'replay') return replay(configuration, order.from, progress);
  const figures = await withDatabase(configuration, (database) =>
    carryOutTombstonesCount(configuration, database),
  );
  for (const sentence of sentencesOf(figures)) progress.tell(sentence);
};

async function replay(
  configuration: Configuration,
  from: string[],
  progress: Progress,
): Promise<void> {
  const ofBackups = await Promise.all(
    from.map((folder) => tombstonesOfBackup(folder, progress.signal)),
  );
  const masterKeys = loadPresentMasterKeys(configuration.masterKey);
  const work = async (database: Database) => {
    const store = openCheckedStorage(configuration, database, systemClock);
    try {
      const serviceKey = createServiceKey();
      await serviceKey.open(database, masterKeys, systemClock);
      const deps = { database, store, serviceKey, clock: systemClock };
      const { tombstones, deleted } = await replayTombstones(
        { ...deps, beforeDeleting: async () => tellOfLog(await noteNativeRestore(deps), progress) },
        ofBackups.flat(),
        progress,
      );
      await removeObjects({ database, store });
      progress.tell(
        `${tombstones} accounts are known to be deleted; ${deleted} of them had come back and were deleted again.`,
      );
    } finally {
      store.close();
    }
  };
  await withDatabase(configuration, work, bringUpToDate);
}

/** A moment may lie before an upgrade, and a server that migrates would also serve. */
async function bringUpToDate(database: Database): Promise<void> {
  if ((await appliedMigrations(database)).length === 0) {
    throw new CommandRefused('The database is empty; nobody can have come back.');
  }
  await assertNoServers(database);
  await migrate(database);
}

function tellOfLog(lost: number, { tell }: Progress): void {
  if (lost === 0) return;
  tell(`The audit log ends ${lost} entries before the restore; that is noted in it.`);
}
