import { readConfiguration } from '../config/configuration.ts';
import { checkBackup } from '../features/service/backup/check-backup.ts';
import type { BackupSummary } from '../features/service/backup/make-backup.ts';
import type { Progress } from '../features/service/backup/progress.ts';
import { pruneBackups } from '../features/service/backup/prune-backups.ts';
import { openCheckedStorage } from '../features/service/storage-check/open-checked-storage.ts';
import { systemClock } from '../platform/clock/clock.ts';
import { type BackupOrder, backupOrderOf } from './backup-order.ts';
import { withDatabase } from './command-database.ts';
import { makeNotedBackup } from './noted-backup.ts';
import type { Command, CommandContext } from './run-command.ts';

/** Writes a backup of everything into a new folder, also while servers run; checks and ends old ones. */
export const command: Command = async (args, progress) => {
  const order = backupOrderOf(args);
  if (order.kind === 'make') await make(order, progress);
  if (order.kind === 'verify') await verify(order.folder, progress);
  if (order.kind === 'prune') await prune(order, progress);
};

type MakeOrder = Extract<BackupOrder, { kind: 'make' }>;
type PruneOrder = Extract<BackupOrder, { kind: 'prune' }>;

async function make(order: MakeOrder, progress: CommandContext): Promise<void> {
  const made = await backUp(order, progress);
  const { tell } = progress;
  tell(
    `Backup in ${order.folder}: ${made.tables} tables with ${made.rows} rows, ${made.jobs} jobs, ${made.objects} files (${made.bytes} bytes), ${made.copied} of them copied (${made.copied_bytes} bytes).`,
  );
  tell(
    `The master key is not in it: keep version ${made.master_versions.join(' and ')} apart, without it nobody can open the backup.`,
  );
}

async function verify(folder: string, progress: Progress): Promise<void> {
  const { created_at, objects, bytes, master_versions } = await checkBackup(folder, progress);
  progress.tell(
    `The backup of ${created_at} is whole: ${objects} files (${bytes} bytes); it opens with master key ${master_versions.join(' and ')}.`,
  );
}

async function prune({ folder, keepDays }: PruneOrder, progress: Progress): Promise<void> {
  const now = systemClock.now();
  const { kept, removed } = await pruneBackups(folder, keepDays, now, progress);
  progress.tell(`${removed} backups older than ${keepDays} days were removed, ${kept} are kept.`);
}

function backUp({ folder, isFull }: MakeOrder, progress: CommandContext): Promise<BackupSummary> {
  const configuration = readConfiguration(progress.env);
  return withDatabase(configuration, async (database) => {
    const store = openCheckedStorage(configuration, database, systemClock);
    try {
      await store.check();
      const deps = { database, store, clock: systemClock };
      return await makeNotedBackup(deps, folder, progress, { isFull });
    } finally {
      store.close();
    }
  });
}
