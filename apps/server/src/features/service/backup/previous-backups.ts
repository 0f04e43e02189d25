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
import { readObjectList } from './backup-objects.ts';
import { backupsToRemove } from './backup-rules.ts';

/** A backup in the same parent folder, whose objects a new backup shares by hard links. */
export interface PreviousBackup {
  /** Keys must be sorted across calls. */
  find(key: string): Promise<BackupObject | undefined>;
  /** Creates a hard link; false if that is impossible or the object is damaged. */
  share(object: BackupObject, path: string): Promise<boolean>;
  close(): Promise<void>;
}

/** The newest backup in the same parent folder with an intact list of objects. */
export async function findPreviousBackup(folder: string): Promise<PreviousBackup | undefined> {
  for (const { path, manifest } of await listBackups(dirname(folder))) {
    if (path === folder) continue;
    const sha256 = await sha256Of(paths.objectList(path)).catch(() => undefined);
    if (sha256 === manifest.objects.sha256) return openPreviousBackup(path);
  }
  return undefined;
}

interface FoundBackup {
  path: string;
  manifest: BackupManifest;
}

/** Complete backups in a folder, newest first. */
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

export const partSuffix = '.part';

const removedSuffix = '.being-removed';

function isUnfinished(name: string): boolean {
  return name.endsWith(partSuffix) || name.endsWith(removedSuffix);
}

function openPreviousBackup(folder: string): PreviousBackup {
  const list = createSortedCursor(readObjectList(folder));
  let isReadable = true;
  return {
    find: async (key) => {
      if (!isReadable) return undefined;
      try {
        return await list.find(key);
      } catch {
        // The backup was removed meanwhile; the remaining objects are copied.
        isReadable = false;
        return undefined;
      }
    },
    share: async ({ key, size }, path) => {
      try {
        await link(paths.object(folder, key), path);
      } catch {
        // The object is missing or on another disk, or hard links are not supported.
        return false;
      }
      if ((await stat(path)).size === size) return true;
      await unlink(path);
      return false;
    },
    close: () => list.close(),
  };
}

/**
 * Removes backups older than `keepDays`, except the newest and the newest complete one. Renames
 * each folder before its removal, so that a partly removed folder never looks like a backup.
 */
export async function pruneBackups(
  parent: string,
  keepDays: number,
  now: Date,
  { print, signal }: Progress,
) {
  await assertHoldsBackups(parent);
  await finishRemovals(parent);
  const found = await listBackups(parent);
  const old = backupsToRemove(
    found.map(({ path, manifest: { created_at, objects } }) => ({
      path,
      created_at: new Date(created_at),
      missing: objects.missing,
    })),
    keepDays,
    now,
  );
  for (const { path } of old) {
    signal.throwIfAborted();
    await rename(path, `${path}${removedSuffix}`);
    print(`Removing ${path}.`);
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

/** Completes the removals of an interrupted run. */
async function finishRemovals(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (name.endsWith(removedSuffix)) await removeAll(join(parent, name));
  }
}

function removeAll(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 10 });
}
