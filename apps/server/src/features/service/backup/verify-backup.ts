import { stat } from 'node:fs/promises';
import { MasterKeyInvalid } from '../../../platform/encryption/key-file.ts';
import type { MasterKeys } from '../../../platform/encryption/master-keys.ts';
import { assertServiceKeyUnwraps } from '../../../platform/encryption/service-key.ts';
import { CommandRefused } from '../../../platform/process.ts';
import {
  type BackupManifest,
  type BackupObject,
  backupObject,
  type Listing,
  type Progress,
  paths,
  readManifest,
  readRows,
  sha256Of,
} from './backup-folder.ts';
import { mapConcurrently } from './backup-objects.ts';

interface Expectations {
  /** What this build brings, oldest first. */
  knownMigrations: readonly string[];
  masterKeys: MasterKeys;
}

/** Makes sure, before anything is touched, that a backup is whole, known and can be opened. */
export async function verifyBackup(
  folder: string,
  { knownMigrations, masterKeys }: Expectations,
  { tell, signal }: Progress,
): Promise<BackupManifest> {
  const manifest = await readManifest(folder);
  if (manifest.migrations.some((hash, index) => hash !== knownMigrations[index])) {
    throw new CommandRefused(`The backup ${folder} was made by another version of the program.`);
  }
  assertKeysOpen(manifest, masterKeys);
  tell('Checking the backup.');
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

/** Reads all of a backup and compares it with its checksums; needs neither key nor database. */
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
    const place = masterKeys.path
      ? `add it to ${masterKeys.path} as a line ${missing}:<key>`
      : `append ,${missing}:<key> to MASTER_KEY`;
    throw new MasterKeyInvalid(
      `The master key of version ${missing} is missing although the backup needs it; ${place}.`,
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

/** Checks one file of rows. */
export async function verifyRows(
  path: string,
  expected: Listing,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const damaged = (cause?: unknown) =>
    new CommandRefused(`${path} is missing or damaged.`, { cause });
  const sha256 = await sha256Of(path).catch((cause) => Promise.reject(damaged(cause)));
  if (sha256 !== expected.sha256) throw damaged();
  let rows = 0;
  try {
    for await (const _ of readRows(path)) rows += 1;
  } catch (cause) {
    throw damaged(cause);
  }
  if (rows !== expected.rows) throw damaged();
}

/** Each of their rows has an object. */
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
  for await (const part of readObjectBatches(folder)) {
    await mapConcurrently(part, async (object) => {
      signal.throwIfAborted();
      if (!(await isIntact(folder, object))) onDamaged(object);
    });
    bytes += part.reduce((sum, { size }) => sum + size, 0);
  }
  if (bytes !== objects.bytes || files !== objects.rows) {
    throw new CommandRefused(`The list of files of the backup ${folder} is damaged.`);
  }
}

/** Whether the bytes of an object are those that the backup lists. */
export async function isIntact(
  folder: string,
  { key, size, sha256 }: Pick<BackupObject, 'key' | 'size' | 'sha256'>,
): Promise<boolean> {
  const path = paths.object(folder, key);
  const found = await stat(path).catch(() => undefined);
  return found?.size === size && (await sha256Of(path)) === sha256;
}

/** The objects that a backup lists. */
export async function* readObjectList(folder: string): AsyncGenerator<BackupObject> {
  for await (const row of readRows(paths.objectList(folder))) {
    const object = backupObject.safeParse(row);
    if (!object.success) throw new CommandRefused(`The list of files of ${folder} is damaged.`);
    yield object.data;
  }
}

const objectsAtOnce = 200;

/** The same, some at a time. */
export async function* readObjectBatches(folder: string): AsyncGenerator<BackupObject[]> {
  let part: BackupObject[] = [];
  for await (const object of readObjectList(folder)) {
    part.push(object);
    if (part.length < objectsAtOnce) continue;
    yield part;
    part = [];
  }
  yield part;
}

interface CheckedBackup {
  created_at: string;
  objects: number;
  bytes: number;
  master_versions: number[];
}

/** Reads a backup to its end, and names every file in it that is not as it was written. */
export async function checkBackup(
  folder: string,
  { tell, signal }: Progress,
): Promise<CheckedBackup> {
  const manifest = await readManifest(folder);
  let damaged = 0;
  await verifyContents(folder, manifest, signal, ({ file_id, user_id, key }) => {
    damaged += 1;
    tell(`Damaged or missing: file ${file_id} of owner ${user_id} (objects/${key}).`);
  });
  if (damaged > 0) {
    throw new CommandRefused(
      `${damaged} files of ${folder} are damaged; backups beside it may share their bytes, so make the next one with --full.`,
    );
  }
  const { created_at, objects, master_versions } = manifest;
  return { created_at, objects: objects.rows, bytes: objects.bytes, master_versions };
}
