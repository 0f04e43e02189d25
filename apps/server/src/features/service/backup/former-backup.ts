import { link, readdir, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { alongKeys } from '../../../platform/file-storage/along-keys.ts';
import { CommandRefused } from '../../../platform/process/refusals.ts';
import { type BackupManifest, type BackupObject, paths, readManifest } from './backup-folder.ts';
import { sha256Of } from './row-files.ts';
import { listedObjects } from './verify-backup.ts';

/** A backup beside the one that is being made. What both hold lies on the disk once. */
export interface FormerBackup {
  /** What it lists under this key. Keys have to be asked for in their order. */
  find(key: string): Promise<BackupObject | undefined>;
  /** Gives its bytes a second name; false where that cannot be, and then they have to be copied. */
  share(object: BackupObject, path: string): Promise<boolean>;
  close(): Promise<void>;
}

/** The newest backup in the same parent folder whose list of objects is sound and in order. */
export async function findFormerBackup(folder: string): Promise<FormerBackup | undefined> {
  for (const { path, manifest } of await backupsIn(dirname(folder))) {
    if (path === folder || !manifest.objects.in_key_order) continue;
    const sha256 = await sha256Of(paths.objectList(path)).catch(() => undefined);
    if (sha256 === manifest.objects.sha256) return openFormer(path);
  }
  return undefined;
}

export interface FoundBackup {
  path: string;
  manifest: BackupManifest;
}

/** The whole backups in a folder, the newest first. What else lies there is passed over. */
export async function backupsIn(parent: string): Promise<FoundBackup[]> {
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
export const removedSuffix = '.being-removed';

function isUnfinished(name: string): boolean {
  return name.endsWith(partSuffix) || name.endsWith(removedSuffix);
}

function openFormer(former: string): FormerBackup {
  const list = alongKeys(listedObjects(former));
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
