import { parseArgs } from 'node:util';
import { noteRestored } from '../features/audit/note-restored.ts';
import { type BackupManifest, readManifest } from '../features/backup/backup-folder.ts';
import { BackupRefused } from '../features/backup/backup-refused.ts';
import { tombstonesOfBackup } from '../features/backup/collect-tombstones.ts';
import type { KeptLog } from '../features/backup/restore-audit.ts';
import { restoreBackup } from '../features/backup/restore-backup.ts';
import { verifyBackup } from '../features/backup/verify-backup.ts';
import { removeObjects } from '../features/instructions/remove-objects.ts';
import { createMovableClock, systemClock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import {
  appliedMigrations,
  assertNotTooNew,
  knownMigrations,
} from '../platform/database/migrate.ts';
import { withFirstMigrations } from '../platform/database/older-migrations.ts';
import { loadPresentMasterKeys } from '../platform/encryption/master-keys.ts';
import { createServiceKey } from '../platform/encryption/service-key.ts';
import { adoptStore } from '../platform/file-storage/store-identity.ts';
import { createLogger } from '../platform/logging/logger.ts';
import { migrate } from './bring-up.ts';
import { fromCaller } from './caller-path.ts';
import { openCommandDatabase } from './command-database.ts';
import { UsageInvalid } from './command-refusals.ts';
import { readConfiguration } from './configuration.ts';
import { migrationsFolder } from './folders.ts';
import { keysOfBackup } from './keys-of-backup.ts';
import { openFileStorage } from './open-file-storage.ts';
import { createProduct } from './product.ts';
import { runCommand } from './run-command.ts';

/** Brings back a backup; accounts that were deleted since stay deleted. */
runCommand(async (args, progress) => {
  const { folder, replace, others } = orderOf(args);
  const configuration = readConfiguration(process.env);
  const masterKeys = loadPresentMasterKeys(configuration.masterKey);
  const { master_versions } = await readManifest(folder);
  const keys = keysOfBackup(masterKeys, master_versions);
  // Before anything is opened: a backup that cannot be restored leaves everything untouched.
  const expectations = {
    knownMigrations: knownMigrations(migrationsFolder),
    masterKeys: keys.masterKeys,
  };
  const manifest = await verifyBackup(folder, expectations, progress);
  const ofOthers = await Promise.all(
    others.map((other) => tombstonesOfBackup(other, progress.signal)),
  );

  await keys.takeBack(progress.tell);
  const database = await openCommandDatabase(configuration);
  const store = openFileStorage(configuration);
  const log = createLogger('warn', configuration.isProduction);
  const product = createProduct(configuration, masterKeys, database, createMovableClock(), log);
  const noteRestoredLog = async (log: KeptLog) => {
    // The service key has come with the backup.
    const serviceKey = createServiceKey();
    await serviceKey.open(database, masterKeys, systemClock);
    const around = { database, store, serviceKey, clock: systemClock };
    await noteRestored(around, { ...log, backup_at: manifest.created_at });
  };
  const deps = {
    database,
    store,
    clock: systemClock,
    prepare: async () => {
      await migrateTo(database, manifest);
      await product.jobs.start({ runsJobs: false });
      return product.jobs;
    },
    noteRestored: noteRestoredLog,
  };
  try {
    await assertNotTooNew(database, expectations.knownMigrations);
    const options = { replace, tombstones: ofOthers.flat() };
    const restored = await restoreBackup(deps, folder, manifest, options, progress);
    progress.tell(
      `Restored ${restored.rows} rows, ${restored.objects} files and ${restored.jobs} jobs; ${restored.deleted} accounts deleted since the backup stay deleted.`,
    );
    await migrate(database);
    if (!restored.isNoted) await noteRestoredLog({ is_kept: false, replaced_head: 0 });
    // All files of the backup have just been put there.
    await adoptStore({ database, store, clock: systemClock });
    await removeObjects({ database, store });
  } finally {
    await product.jobs.stop();
    await product.close();
    store.close();
    await database.close();
  }
});

function orderOf(args: string[]): { folder: string; replace: boolean; others: string[] } {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { replace: { type: 'boolean' }, tombstones: { type: 'string', multiple: true } },
      allowPositionals: true,
    });
    const [folder, ...rest] = positionals;
    if (!folder || rest.length > 0) throw new Error('one folder');
    return {
      folder: fromCaller(folder),
      replace: values.replace ?? false,
      others: (values.tombstones ?? []).map(fromCaller),
    };
  } catch (cause) {
    throw new UsageInvalid(
      'Use npm run restore -- <folder> [--replace] [--tombstones <folder of a newer backup>].',
      { cause },
    );
  }
}

/** Rows fit only the tables that they were taken from; what is newer comes after them. */
async function migrateTo(database: Database, { migrations }: BackupManifest): Promise<void> {
  const applied = await appliedMigrations(database);
  if (applied.some((hash, index) => hash !== migrations[index])) {
    throw new BackupRefused(
      'The backup is of an older version than the database; restore it into an empty one.',
    );
  }
  await withFirstMigrations(migrationsFolder, migrations.length, (older) =>
    migrate(database, older),
  );
}
