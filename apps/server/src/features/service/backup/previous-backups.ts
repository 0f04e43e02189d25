import { link, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../../../platform/file-storage/folder-files.ts';
import { createSortedCursor } from '../../../platform/file-storage/sorted-cursor.ts';
import { CommandRefused } from '../../../platform/process.ts';
import {
  type BackupManifest,
  type BackupObject,
  type Progress,
  paths,
  readManifest,
  sha256Of,
} from './backup-folder.ts';
import { backupsToRemove } from './backup-rules.ts';
import { readObjectList } from './verify-backup.ts';

/** A backup beside the one that is being made. What both hold lies on the disk once. */
export interface PreviousBackup {
  /** What it lists under this key. Keys have to be asked for in their order. */
  find(key: string): Promise<BackupObject | undefined>;
  /** Gives its bytes a second name; false where that cannot be, and then they have to be copied. */
  share(object: BackupObject, path: string): Promise<boolean>;
  close(): Promise<void>;
}

/** The newest backup in the same parent folder whose list of objects is sound and in order. */
export async function findPreviousBackup(folder: string): Promise<PreviousBackup | undefined> {
  for (const { path, manifest } of await listBackups(dirname(folder))) {
    if (path === folder || !manifest.objects.in_key_order) continue;
    const sha256 = await sha256Of(paths.objectList(path)).catch(() => undefined);
    if (sha256 === manifest.objects.sha256) return openPrevious(path);
  }
  return undefined;
}

interface FoundBackup {
  path: string;
  manifest: BackupManifest;
}

/** The whole backups in a folder, the newest first. What else lies there is passed over. */
async function listBackups(parent: string): Promise<FoundBackup[]> {
  const found: FoundBackup[] = [];
  for (const entry of await readdir(parent, { withFileTypes: true }).catch(() => [])) {
    if (!entry.isDirectory() || isUnfinished(entry.name)) continue;
    const path = join(parent, entry.name);
    try {
      found.push({ path, manifest: await readManifest(path) });
    } catch (error) {
      if (!(error instanceof CommandRefused)) throw error;
    }
  }
  return found.sort((a, b) => (a.manifest.created_at < b.manifest.created_at ? 1 : -1));
}

/** How folders are called while a backup is written, and while one is removed. */
export const partSuffix = '.part';

const removedSuffix = '.being-removed';

function isUnfinished(name: string): boolean {
  return name.endsWith(partSuffix) || name.endsWith(removedSuffix);
}

function openPrevious(former: string): PreviousBackup {
  const list = createSortedCursor(readObjectList(former));
  let isReadable = true;
  return {
    find: async (key) => {
      if (!isReadable) return undefined;
      try {
        return await list.find(key);
      } catch {
        // Somebody removed it meanwhile: from here on everything is copied.
        isReadable = false;
        return undefined;
      }
    },
    share: async ({ key, size }, path) => {
      try {
        await link(paths.object(former, key), path);
      } catch {
        // Gone, on another disk, or on one that has no such names.
        return false;
      }
      if ((await stat(path)).size === size) return true;
      await unlink(path);
      return false;
    },
    close: () => list.close(),
  };
}

interface Pruned {
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
  const found = await listBackups(parent);
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
