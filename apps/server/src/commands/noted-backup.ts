import { appendAudit } from '../features/identity/audit/index.ts';
import {
  type BackupDeps,
  type BackupOptions,
  type BackupSummary,
  makeBackup,
} from '../features/service/backup/make-backup.ts';
import type { Progress } from '../features/service/backup/progress.ts';

/** Makes a backup, and notes it in the audit log, from which the desk knows its age. */
export async function makeNotedBackup(
  deps: BackupDeps,
  folder: string,
  progress: Progress,
  options: BackupOptions,
): Promise<BackupSummary> {
  const made = await makeBackup(deps, folder, progress, options);
  const { rows, objects, bytes, copied_bytes } = made;
  await appendAudit(deps, {
    actor: { kind: 'command' },
    act: 'backup_made',
    facts: { rows, objects, bytes, copied_bytes },
  });
  return made;
}
