import { CommandRefused } from '../../../platform/process/refusals.ts';
import { readManifest } from './backup-folder.ts';
import type { Progress } from './progress.ts';
import { verifyContents } from './verify-backup.ts';

export interface CheckedBackup {
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
