import type { Configuration } from '../config/configuration.ts';
import { noteRestored } from '../features/identity/audit/note-restored.ts';
import { type BackupManifest, readManifest } from '../features/service/backup/backup-folder.ts';
import { tombstonesOfBackup } from '../features/service/backup/collect-tombstones.ts';
import type { Progress } from '../features/service/backup/progress.ts';
import { type Restored, restoreBackup } from '../features/service/backup/restore-backup.ts';
import { verifyBackup } from '../features/service/backup/verify-backup.ts';
import { removeObjects } from '../features/vault/instructions/remove-objects.ts';
import { createMovableClock, systemClock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import {
  appliedMigrations,
  assertNotTooNew,
  knownMigrations,
  migrate,
} from '../platform/database/migrate.ts';
import { withFirstMigrations } from '../platform/database/older-migrations.ts';
import { openCommandDatabase } from '../platform/database/open-configured-database.ts';
import { loadPresentMasterKeys } from '../platform/encryption/master-keys.ts';
import { createServiceKey } from '../platform/encryption/service-key.ts';
import { openFileStorage } from '../platform/file-storage/open-file-storage.ts';
import { adoptStore } from '../platform/file-storage/store-identity.ts';
import { migrationsFolder } from '../platform/folders.ts';
import { createLogger } from '../platform/logging/logger.ts';
import { CommandRefused } from '../platform/process/refusals.ts';
import { createProduct } from '../product.ts';
import { keysOfBackup } from './keys-of-backup.ts';

export interface RestoreRequest {
  folder: string;
  replace: boolean;
  /** Newer backups, whose deleted accounts stay deleted too. */
  others: string[];
}

/** Restores a backup of this version or of an older one, and migrates it to this version. */
export async function restoreInto(
  configuration: Configuration,
  { folder, replace, others }: RestoreRequest,
  progress: Progress,
  migrations = migrationsFolder,
): Promise<Restored> {
  const masterKeys = loadPresentMasterKeys(configuration.masterKey);
  const { master_versions } = await readManifest(folder);
  const keys = keysOfBackup(masterKeys, master_versions);
  // Before anything is opened: a backup that cannot be restored leaves everything untouched.
  const expectations = {
    knownMigrations: knownMigrations(migrations),
    masterKeys: keys.masterKeys,
  };
  const manifest = await verifyBackup(folder, expectations, progress);
  const ofOthers = await Promise.all(
    others.map((other) => tombstonesOfBackup(other, progress.signal)),
  );

  await keys.takeBack(progress.tell);
  const database = await openCommandDatabase(configuration);
  const store = openFileStorage(configuration.fileStorage);
  const log = createLogger('warn', configuration.isProduction);
  const product = createProduct(configuration, masterKeys, database, createMovableClock(), log);
  try {
    await assertNotTooNew(database, expectations.knownMigrations);
    const restored = await restoreBackup(
      {
        database,
        store,
        clock: systemClock,
        prepare: async () => {
          await migrateAsBackup(database, manifest, migrations);
          await product.ctx.jobs.start({ runsJobs: false });
          return product.ctx.jobs;
        },
        noteRestored: async (kept) => {
          // The service key has come with the backup.
          const serviceKey = createServiceKey();
          await serviceKey.open(database, masterKeys, systemClock);
          const deps = { database, store, serviceKey, clock: systemClock };
          await noteRestored(deps, { ...kept, backup_at: manifest.created_at });
        },
      },
      folder,
      manifest,
      { replace, tombstones: ofOthers.flat() },
      progress,
    );
    await migrate(database, migrations);
    // All files of the backup have just been put there.
    await adoptStore({ database, store, clock: systemClock });
    await removeObjects({ database, store });
    return restored;
  } finally {
    await product.ctx.jobs.stop();
    await product.close();
    store.close();
    await database.close();
  }
}

/** Rows fit only the tables that they were taken from; later migrations follow the rows. */
async function migrateAsBackup(
  database: Database,
  manifest: BackupManifest,
  migrations: string,
): Promise<void> {
  const applied = await appliedMigrations(database);
  if (applied.some((hash, index) => hash !== manifest.migrations[index])) {
    throw new CommandRefused(
      'The backup is of an older version than the database; restore it into an empty one.',
    );
  }
  await withFirstMigrations(migrations, manifest.migrations.length, (older) =>
    migrate(database, older),
  );
}
