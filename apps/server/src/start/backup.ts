import { z } from 'zod';
import type { BackupSummary } from '../features/backup/make-backup.ts';
import type { Progress } from '../features/backup/progress.ts';
import { systemClock } from '../platform/clock/clock.ts';
import { fromCaller } from './caller-path.ts';
import { UsageInvalid } from './command-refusals.ts';
import { type Configuration, readConfiguration } from './configuration.ts';
import { makeNotedBackup } from './noted-backup.ts';
import { openCheckedStorage } from './open-checked-storage.ts';
import { openForCommand } from './open-for-command.ts';
import { runCommand } from './run-command.ts';

/** Writes a backup of everything into a new folder, also while servers run. */
runCommand(async (args, progress) => {
  const [given, ...rest] = args;
  if (!given || given.startsWith('-') || rest.length > 0) {
    throw new UsageInvalid('Use npm run backup -- <folder>, with a folder that is not there yet.');
  }
  const folder = fromCaller(given);
  const made = await backUp(readConfiguration(process.env), folder, progress);
  progress.tell(
    `Backup in ${folder}: ${made.tables} tables with ${made.rows} rows, ${made.jobs} jobs, ${made.objects} files (${made.bytes} bytes).`,
  );
  progress.tell(
    `The master key is not in it: keep version ${made.master_versions.join(' and ')} apart, without it nobody can open the backup.`,
  );
});

const summary = z.object({
  tables: z.int(),
  rows: z.int(),
  jobs: z.int(),
  objects: z.int(),
  bytes: z.int(),
  master_versions: z.array(z.int()),
});

async function backUp(
  configuration: Configuration,
  folder: string,
  progress: Progress,
): Promise<BackupSummary> {
  const opened = await openForCommand(configuration);
  if (opened.kind === 'server') {
    return summary.parse(await opened.ask('backup', { folder }, progress));
  }
  const { database } = opened;
  const store = openCheckedStorage(configuration, database, systemClock);
  try {
    await store.check();
    return await makeNotedBackup({ database, store, clock: systemClock }, folder, progress);
  } finally {
    store.close();
    await database.close();
  }
}
