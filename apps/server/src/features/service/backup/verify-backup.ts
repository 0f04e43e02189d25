import { MasterKeyInvalid } from '../../../platform/encryption/key-file.ts';
import type { MasterKeys } from '../../../platform/encryption/master-keys.ts';
import { assertServiceKeyUnwraps } from '../../../platform/encryption/service-key.ts';
import { CommandRefused } from '../../../platform/process.ts';
import {
  type BackupManifest,
  type BackupObject,
  type Progress,
  paths,
  readManifest,
  verifyRows,
} from './backup-folder.ts';
import { isIntact, mapConcurrently, readObjectBatches } from './backup-objects.ts';

interface Expectations {
  /** Migrations of this build, oldest first. */
  knownMigrations: readonly string[];
  masterKeys: MasterKeys;
}

/** Verifies before a restore that a backup is complete, known to this build and can be decrypted. */
export async function verifyBackup(
  folder: string,
  { knownMigrations, masterKeys }: Expectations,
  { print, signal }: Progress,
): Promise<BackupManifest> {
  const manifest = await readManifest(folder);
  if (manifest.migrations.some((hash, index) => hash !== knownMigrations[index])) {
    throw new CommandRefused(`The backup ${folder} was made by another version of the program.`);
  }
  assertKeysOpen(manifest, masterKeys);
  print('Checking the backup.');
  try {
    await verifyContents(folder, manifest, signal, ({ file_id }) => {
      throw new CommandRefused(
        `The object of file ${file_id} is missing from the backup or damaged.`,
      );
    });
  } catch (cause) {
    if (!(cause instanceof CommandRefused)) throw cause;
    throw new CommandRefused(cause.message.replace(/\.$/, '; nothing was restored.'), { cause });
  }
  return manifest;
}

/** Compares all contents with their checksums; needs neither key nor database. */
async function verifyContents(
  folder: string,
  manifest: BackupManifest,
  signal: AbortSignal,
  onDamaged: (object: BackupObject) => void,
): Promise<void> {
  for (const table of manifest.tables) {
    await verifyRows(paths.table(folder, table.name), table, signal);
  }
  await verifyRows(paths.jobs(folder), manifest.jobs, signal);
  await verifyRows(paths.objectList(folder), manifest.objects, signal);
  await verifyObjects(folder, manifest, signal, onDamaged);
}

function assertKeysOpen(manifest: BackupManifest, masterKeys: MasterKeys): void {
  const known = masterKeys.versions();
  const missing = manifest.master_versions.find((version) => !known.includes(version));
  if (missing !== undefined) {
    throw new MasterKeyInvalid(
      `The master key of version ${missing} is missing although the backup needs it; add it to ${masterKeys.path} as a line ${missing}:<key>.`,
    );
  }
  try {
    assertServiceKeyUnwraps(masterKeys, manifest.service_key);
  } catch (cause) {
    throw new MasterKeyInvalid(
      'The master key does not open the backup; put the key back that it was made with.',
      { cause },
    );
  }
}

const tablesWithObjects = ['instruction_files', 'request_documents'];

async function verifyObjects(
  folder: string,
  { objects, tables }: BackupManifest,
  signal: AbortSignal,
  onDamaged: (object: BackupObject) => void,
): Promise<void> {
  const files = tables
    .filter(({ name }) => tablesWithObjects.includes(name))
    .reduce((sum, { rows }) => sum + rows, 0);
  let bytes = 0;
  for await (const batch of readObjectBatches(folder)) {
    await mapConcurrently(batch, async (object) => {
      signal.throwIfAborted();
      if (!(await isIntact(folder, object))) onDamaged(object);
    });
    bytes += batch.reduce((sum, { size }) => sum + size, 0);
  }
  if (bytes !== objects.bytes || files !== objects.rows + objects.missing) {
    throw new CommandRefused(`The list of files of the backup ${folder} is damaged.`);
  }
}

/** Verifies a backup, and prints every missing or damaged file. */
export async function checkBackup(folder: string, { print, signal }: Progress) {
  const manifest = await readManifest(folder);
  let damaged = 0;
  await verifyContents(folder, manifest, signal, ({ file_id, user_id, key }) => {
    damaged += 1;
    print(`Damaged or missing: file ${file_id} of owner ${user_id} (objects/${key}).`);
  });
  if (damaged > 0) {
    throw new CommandRefused(
      `${damaged} files of ${folder} are damaged; backups beside it may share their bytes, so make the next one with --full.`,
    );
  }
  const { created_at, objects, master_versions } = manifest;
  return { created_at, master_versions, ...objects };
}
