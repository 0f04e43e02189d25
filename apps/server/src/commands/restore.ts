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
import { type Restored, restoreBackup } from '../features/service/backup/restore-backup.ts';
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
import { type Command, fromCaller, withDatabase, withUsage } from './run-command.ts';

/**
 * Restores a backup; accounts that were deleted since stay deleted. After a restore by tools of the
 * database, deletes them again.
 */
export const command: Command = async (args, progress) => {
  const parsed = parseArguments(args);
  const configuration = readConfiguration(progress.env);
  if (parsed.kind === 'deletions') return repeatDeletions(configuration, parsed.others, progress);
  const { rows, objects, missing, jobs, deleted } = await restoreInto(
    configuration,
    parsed,
    progress,
  );
  if (missing > 0)
    progress.tell(`${missing} files had been lost before the backup; see zavet check-storage.`);
  progress.tell(
    `Restored ${rows} rows, ${objects} files and ${jobs} jobs; ${deleted} accounts deleted since the backup stay deleted.`,
  );
};

type Arguments = ({ kind: 'backup' } & RestoreRequest) | { kind: 'deletions'; others: string[] };

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
    const others = (values.tombstones ?? []).map(fromCaller);
    if (first !== 'deletions')
      return { kind: 'backup', folder: fromCaller(first), replace, others };
    if (replace) throw new Error('only for a backup');
    return { kind: 'deletions', others };
  });
}

const usage =
  'Use zavet restore <folder> [--replace] [--tombstones <folder of a newer backup>], or zavet restore deletions [--tombstones <folder of a newer backup>] after a restore by tools of the database.';

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
  const ofOthers = await tombstonesOf(others, progress);

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
      { replace, tombstones: ofOthers },
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

async function tombstonesOf(
  folders: readonly string[],
  { signal }: Progress,
): Promise<Tombstone[]> {
  const found = folders.map((folder) => readBackupTombstones(folder, signal));
  return (await Promise.all(found)).flat();
}

async function repeatDeletions(
  configuration: Configuration,
  others: string[],
  progress: Progress,
): Promise<void> {
  const ofBackups = await tombstonesOf(others, progress);
  const masterKeys = loadExistingMasterKeys(configuration.masterKey);
  const work = (database: Database) =>
    withCheckedStorage(configuration, database, async (store) => {
      const serviceKey = createServiceKey();
      await serviceKey.load(database, masterKeys, systemClock);
      const deps = { database, store, serviceKey, clock: systemClock };
      const beforeDeleting = async () => {
        const lost = await recordNativeRestore(deps);
        if (lost === 0) return;
        progress.tell(
          `The audit log ends ${lost} entries before the restore; that is noted in it.`,
        );
      };
      const { tombstones, deleted } = await replayTombstones(
        { ...deps, beforeDeleting },
        ofBackups,
        progress,
      );
      await removeObjects({ database, store });
      progress.tell(
        `${tombstones} accounts are known to be deleted; ${deleted} of them existed again and were deleted.`,
      );
    });
  await withDatabase(configuration, work, migrateRestored);
}

/** The restored database may be older, and a server that migrates it would also serve requests. */
async function migrateRestored(database: Database): Promise<void> {
  if ((await appliedMigrations(database)).length === 0) {
    throw new CommandRefused('The database is empty; no account can exist again.');
  }
  await assertNoServers(database);
  await migrate(database);
}
