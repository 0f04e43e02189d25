import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { type Configuration, readConfiguration } from '../config/configuration.ts';
import { recordNativeRestore, recordRestore } from '../features/identity/audit/restore-entry.ts';
import {
  type BackupManifest,
  type Progress,
  readManifest,
} from '../features/service/backup/backup-folder.ts';
import type { Tombstone } from '../features/service/backup/backup-rules.ts';
import { type RestoreSummary, restoreBackup } from '../features/service/backup/restore-backup.ts';
import {
  assertNoServers,
  readBackupTombstones,
  replayTombstones,
} from '../features/service/backup/tombstones.ts';
import { verifyBackup } from '../features/service/backup/verify-backup.ts';
import { withCheckedStorage } from '../features/service/storage-check/open-checked-storage.ts';
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
  createMasterKeys,
  loadExistingMasterKeys,
  type MasterKeys,
} from '../platform/encryption/master-keys.ts';
import { findRetiredKey, reinstateKey } from '../platform/encryption/retired-keys.ts';
import { createServiceKey } from '../platform/encryption/service-key.ts';
import { openFileStorage } from '../platform/file-storage/file-storage.ts';
import { adoptStore } from '../platform/file-storage/store-identity.ts';
import { migrationsFolder } from '../platform/installation.ts';
import { createLogger } from '../platform/observability/logger.ts';
import { CommandRefused } from '../platform/process.ts';
import { createProduct } from '../product.ts';
import { type Command, resolveCallerPath, withDatabase, withUsage } from './run-command.ts';

/**
 * Restores a backup; accounts deleted after the backup stay deleted. `deletions` deletes them again
 * after a restore with the database's own tools.
 */
export const command: Command = async (args, progress) => {
  const parsed = parseArguments(args);
  const configuration = readConfiguration(progress.env);
  if (parsed.kind === 'deletions')
    return repeatDeletions(configuration, parsed.newerBackups, progress);
  const { rows, objects, missing, jobs, deleted } = await restoreInto(
    configuration,
    parsed,
    progress,
  );
  if (missing > 0)
    progress.print(`${missing} files had been lost before the backup; see zavet check-storage.`);
  progress.print(
    `Restored ${rows} rows, ${objects} files and ${jobs} jobs; ${deleted} accounts deleted since the backup stay deleted.`,
  );
};

type Arguments =
  | ({ kind: 'backup' } & RestoreRequest)
  | { kind: 'deletions'; newerBackups: string[] };

export function parseArguments(args: string[]): Arguments {
  return withUsage(usage, () => {
    const { values, positionals } = parseArgs({
      args,
      options: { replace: { type: 'boolean' }, tombstones: { type: 'string', multiple: true } },
      allowPositionals: true,
    });
    const [first, ...rest] = positionals;
    const { replace = false } = values;
    if (!first || rest.length > 0) throw new Error('one folder');
    const newerBackups = (values.tombstones ?? []).map(resolveCallerPath);
    if (first !== 'deletions')
      return { kind: 'backup', folder: resolveCallerPath(first), replace, newerBackups };
    if (replace) throw new Error('only for a backup');
    return { kind: 'deletions', newerBackups };
  });
}

const usage =
  'Use zavet restore <folder> [--replace] [--tombstones <folder of a newer backup>], or zavet restore deletions [--tombstones <folder of a newer backup>] after a restore by tools of the database.';

interface RestoreRequest {
  folder: string;
  replace: boolean;
  /** Folders of newer backups. Accounts that these record as deleted stay deleted too. */
  newerBackups: string[];
}

/** Restores a backup of this version or of an older one, and migrates it to this version. */
export async function restoreInto(
  configuration: Configuration,
  { folder, replace, newerBackups }: RestoreRequest,
  progress: Progress,
  migrations = migrationsFolder,
): Promise<RestoreSummary> {
  const masterKeys = loadExistingMasterKeys(configuration.masterKey);
  const { master_versions } = await readManifest(folder);
  const keys = findBackupKeys(masterKeys, master_versions);
  // Verified before anything is opened or changed.
  const expectations = {
    knownMigrations: knownMigrations(migrations),
    masterKeys: keys.masterKeys,
  };
  const manifest = await verifyBackup(folder, expectations, progress);
  const newerTombstones = await readTombstones(newerBackups, progress);

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
          await migrateToBackupVersion(database, manifest, migrations);
          await keys.takeBack(progress.print);
          await product.ctx.jobs.start({ runsJobs: false });
          return product.ctx.jobs;
        },
        appendRestoreEntry: async (kept) => {
          // The service key is part of the backup, so it is loaded from the restored database.
          const serviceKey = createServiceKey();
          await serviceKey.load(database, masterKeys, systemClock);
          const deps = { database, store, serviceKey, clock: systemClock };
          await recordRestore(deps, { ...kept, backup_at: manifest.created_at });
        },
      },
      folder,
      manifest,
      { replace, tombstones: newerTombstones },
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
async function migrateToBackupVersion(
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

interface BackupKeys {
  /** Includes retired keys that the backup needs. */
  masterKeys: MasterKeys;
  /** Reinstates the retired keys, because restored keys are wrapped with them. */
  takeBack(print: (sentence: string) => void): Promise<void>;
}

/** Looks beside the key file for retired master keys that a backup needs. */
function findBackupKeys(masterKeys: MasterKeys, needed: readonly number[]): BackupKeys {
  const { path } = masterKeys;
  const missing = needed.filter((version) => !masterKeys.versions().includes(version));
  const aside = missing.flatMap((version) => findRetiredKey(path, version) ?? []);
  if (aside.length === 0) return { masterKeys, takeBack: async () => {} };
  const ring = new Map(readKeyFile(path));
  for (const one of aside) {
    for (const [version, key] of readKeyFile(one.path)) ring.set(version, key);
  }
  return {
    masterKeys: createMasterKeys(path, () => ring),
    takeBack: async (print) => {
      const lock = await lockFolder(dirname(path));
      try {
        for (const one of aside) {
          reinstateKey(path, one);
          print(`Master key ${one.version} was taken back from ${one.path}: the backup needs it.`);
        }
      } finally {
        await lock.release();
      }
    },
  };
}

async function readTombstones(
  folders: readonly string[],
  { signal }: Progress,
): Promise<Tombstone[]> {
  const found = folders.map((folder) => readBackupTombstones(folder, signal));
  return (await Promise.all(found)).flat();
}

async function repeatDeletions(
  configuration: Configuration,
  newerBackups: string[],
  progress: Progress,
): Promise<void> {
  const newerTombstones = await readTombstones(newerBackups, progress);
  const masterKeys = loadExistingMasterKeys(configuration.masterKey);
  const work = (database: Database) =>
    withCheckedStorage(configuration, database, async (store) => {
      const serviceKey = createServiceKey();
      await serviceKey.load(database, masterKeys, systemClock);
      const deps = { database, store, serviceKey, clock: systemClock };
      const beforeDeleting = async () => {
        const lost = await recordNativeRestore(deps);
        if (lost === 0) return;
        progress.print(
          `The audit log ends ${lost} entries before the restore; that is noted in it.`,
        );
      };
      const { tombstones, deleted } = await replayTombstones(
        { ...deps, beforeDeleting },
        newerTombstones,
        progress,
      );
      await removeObjects({ database, store });
      progress.print(
        `${tombstones} accounts are known to be deleted; ${deleted} of them existed again and were deleted.`,
      );
    });
  await withDatabase(configuration, work, migrateRestored);
}

/**
 * Migrates the restored database, which may be of an older version. A server that migrated it would
 * also serve requests.
 */
async function migrateRestored(database: Database): Promise<void> {
  if ((await appliedMigrations(database)).length === 0) {
    throw new CommandRefused('The database is empty; no account can exist again.');
  }
  await assertNoServers(database);
  await migrate(database);
}
