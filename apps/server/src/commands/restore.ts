import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { type Configuration, readConfiguration } from '../config/configuration.ts';
import { recordRestore } from '../features/identity/audit/restore-entry.ts';
import {
  type BackupManifest,
  type Progress,
  readManifest,
} from '../features/service/backup/backup-folder.ts';
import { type Restored, restoreBackup } from '../features/service/backup/restore-backup.ts';
import { readBackupTombstones } from '../features/service/backup/tombstones.ts';
import { verifyBackup } from '../features/service/backup/verify-backup.ts';
import { removeObjects } from '../features/vault/instructions/clean-up-files.ts';
import { createMovableClock, systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { lockFolder } from '../platform/database/folder-lock.ts';
import {
  appliedMigrations,
  assertNotTooNew,
  knownMigrations,
  migrate,
  withFirstMigrations,
} from '../platform/database/migrate.ts';
import { openCommandDatabase } from '../platform/database/open-database.ts';
import { readKeyFile } from '../platform/encryption/key-file.ts';
import {
  loadExistingMasterKeys,
  type MasterKeys,
  masterKeysOf,
} from '../platform/encryption/master-keys.ts';
import { findRetiredKey, reinstateKey } from '../platform/encryption/retired-keys.ts';
import { createServiceKey } from '../platform/encryption/service-key.ts';
import { openFileStorage } from '../platform/file-storage/file-storage.ts';
import { adoptStore } from '../platform/file-storage/store-identity.ts';
import { migrationsFolder } from '../platform/installation.ts';
import { createLogger } from '../platform/observability/logger.ts';
import { CommandRefused } from '../platform/process.ts';
import { createProduct } from '../product.ts';
import { type Command, fromCaller, withUsage } from './run-command.ts';

/** Restores a backup; accounts that were deleted since stay deleted. */
export const command: Command = async (args, progress) => {
  const request = parseArguments(args);
  const { rows, objects, jobs, deleted } = await restoreInto(
    readConfiguration(progress.env),
    request,
    progress,
  );
  progress.tell(
    `Restored ${rows} rows, ${objects} files and ${jobs} jobs; ${deleted} accounts deleted since the backup stay deleted.`,
  );
};

function parseArguments(args: string[]): RestoreRequest {
  return withUsage(usage, () => {
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
  });
}

const usage =
  'Use npm run restore -- <folder> [--replace] [--tombstones <folder of a newer backup>].';

interface RestoreRequest {
  folder: string;
  replace: boolean;
  /** Newer backups: accounts deleted there stay deleted too. */
  others: string[];
}

/** Restores a backup of this version or of an older one, and migrates it to this version. */
export async function restoreInto(
  configuration: Configuration,
  { folder, replace, others }: RestoreRequest,
  progress: Progress,
  migrations = migrationsFolder,
): Promise<Restored> {
  const masterKeys = loadExistingMasterKeys(configuration.masterKey);
  const { master_versions } = await readManifest(folder);
  const keys = keysOfBackup(masterKeys, master_versions);
  // Verified before anything is opened or changed.
  const expectations = {
    knownMigrations: knownMigrations(migrations),
    masterKeys: keys.masterKeys,
  };
  const manifest = await verifyBackup(folder, expectations, progress);
  const ofOthers = await Promise.all(
    others.map((other) => readBackupTombstones(other, progress.signal)),
  );

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
          await keys.takeBack(progress.tell);
          await product.ctx.jobs.start({ runsJobs: false });
          return product.ctx.jobs;
        },
        noteRestored: async (kept) => {
          // The service key is part of the backup.
          const serviceKey = createServiceKey();
          await serviceKey.load(database, masterKeys, systemClock);
          const deps = { database, store, serviceKey, clock: systemClock };
          await recordRestore(deps, { ...kept, backup_at: manifest.created_at });
        },
      },
      folder,
      manifest,
      { replace, tombstones: ofOthers.flat() },
      progress,
    );
    await migrate(database, migrations);
    // The store now contains all files of the backup.
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

/** Rows fit only the tables of their version; later migrations run after the import. */
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

interface KeysOfBackup {
  /** Including retired ones that the backup needs. */
  masterKeys: MasterKeys;
  /** Puts the retired ones back into use, because restored keys are wrapped with them. */
  takeBack(tell: (sentence: string) => void): Promise<void>;
}

/** Looks beside the key file for retired master keys that a backup needs. */
function keysOfBackup(masterKeys: MasterKeys, needed: readonly number[]): KeysOfBackup {
  const { path } = masterKeys;
  const missing = needed.filter((version) => !masterKeys.versions().includes(version));
  const aside = missing.flatMap((version) => findRetiredKey(path, version) ?? []);
  if (aside.length === 0) return { masterKeys, takeBack: async () => {} };
  const ring = new Map(readKeyFile(path));
  for (const one of aside) {
    for (const [version, key] of readKeyFile(one.path)) ring.set(version, key);
  }
  return {
    masterKeys: masterKeysOf(path, () => ring),
    takeBack: async (tell) => {
      const lock = await lockFolder(dirname(path));
      try {
        for (const one of aside) {
          reinstateKey(path, one);
          tell(`Master key ${one.version} was taken back from ${one.path}: the backup needs it.`);
        }
      } finally {
        await lock.release();
      }
    },
  };
}
