import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../../../platform/file-storage/folder-files.ts';
import { CommandRefused } from '../../../platform/process/refusals.ts';
import { readManifest } from './backup-folder.ts';
import { backupsToRemove } from './backup-rules.ts';
import { backupsIn, removedSuffix } from './former-backup.ts';
import type { Progress } from './progress.ts';

export interface Pruned {
  kept: number;
  removed: number;
}

/**
 * Removes the backups of a folder that are older than so many days; the newest always stays. Bytes
 * that others share stay with them. One that is being removed has another name already, so what
 * looks like a backup is a whole one at any moment.
 */
export async function pruneBackups(
  parent: string,
  keepDays: number,
  now: Date,
  { tell, signal }: Progress,
): Promise<Pruned> {
  await assertHoldsBackups(parent);
  await finishRemovals(parent);
  const found = await backupsIn(parent);
  const old = backupsToRemove(
    found.map(({ path, manifest }) => ({ path, created_at: new Date(manifest.created_at) })),
    keepDays,
    now,
  );
  for (const { path } of old) {
    signal.throwIfAborted();
    await rename(path, `${path}${removedSuffix}`);
    tell(`Removing ${path}.`);
    await removeAll(`${path}${removedSuffix}`);
  }
  await syncFolder(parent);
  return { kept: found.length - old.length, removed: old.length };
}

async function assertHoldsBackups(parent: string): Promise<void> {
  const isBackup = await readManifest(parent).then(
    () => true,
    () => false,
  );
  if (isBackup) {
    throw new CommandRefused(`${parent} is a backup itself; name the folder that holds backups.`);
  }
  await readdir(parent).catch((cause) => {
    throw new CommandRefused(`${parent} is not a folder that can be read.`, { cause });
  });
}

/** What a run that was broken off left over. */
async function finishRemovals(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (name.endsWith(removedSuffix)) await removeAll(join(parent, name));
  }
}

function removeAll(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 10 });
}
