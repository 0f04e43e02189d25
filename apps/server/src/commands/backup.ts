import { parseArgs } from 'node:util';
import { readConfiguration } from '../config/configuration.ts';
import { appendAudit } from '../features/identity/audit/index.ts';
import type { Progress } from '../features/service/backup/backup-folder.ts';
import {
  type BackupContext,
  type BackupOptions,
  type BackupSummary,
  makeBackup,
} from '../features/service/backup/make-backup.ts';
import { pruneBackups } from '../features/service/backup/previous-backups.ts';
import { checkBackup } from '../features/service/backup/verify-backup.ts';
import { withCheckedStorage } from '../features/service/storage-check/open-checked-storage.ts';
import { systemClock } from '../platform/clock.ts';
import { CommandIncomplete } from '../platform/process.ts';
import {
  type Command,
  type CommandContext,
  resolveCallerPath,
  withDatabase,
  withUsage,
} from './run-command.ts';

type Arguments =
  | { kind: 'make'; folder: string; isFull: boolean }
  | { kind: 'verify'; folder: string }
  | { kind: 'prune'; folder: string; keepDays: number };
type ArgumentsOf<Kind> = Extract<Arguments, { kind: Kind }>;

/** Writes a backup into a new folder, also while servers run; verifies and prunes backups. */
export const command: Command = async (args, progress) => {
  const parsed = parseArguments(args);
  if (parsed.kind === 'make') await make(parsed, progress);
  if (parsed.kind === 'verify') await verify(parsed, progress);
  if (parsed.kind === 'prune') await prune(parsed, progress);
};

export function parseArguments(args: string[]): Arguments {
  return withUsage(usage, () => parse(args));
}

const usage =
  'Use zavet backup <folder> [--full] with a folder that is not there yet, zavet backup verify <folder>, or zavet backup prune <folder of backups> --keep-days <days>.';

function parse(args: string[]): Arguments {
  const { values, positionals } = parseArgs({
    args,
    options: { full: { type: 'boolean' }, 'keep-days': { type: 'string' } },
    allowPositionals: true,
  });
  const { full: isFull = false, 'keep-days': days } = values;
  const [first, second, ...rest] = positionals;
  if (first === undefined || rest.length > 0) throw new Error('one folder');
  if (first === 'prune' && second !== undefined && !isFull && isDayCount(days)) {
    return { kind: 'prune', folder: resolveCallerPath(second), keepDays: Number(days) };
  }
  if (days !== undefined) throw new Error('days are for pruning');
  if (first === 'verify' && second !== undefined && !isFull) {
    return { kind: 'verify', folder: resolveCallerPath(second) };
  }
  if (second !== undefined || ['prune', 'verify'].includes(first)) throw new Error('one folder');
  return { kind: 'make', folder: resolveCallerPath(first), isFull };
}

function isDayCount(text: string | undefined): text is string {
  return text !== undefined && /^[1-9]\d{0,4}$/.test(text);
}

async function make({ folder, isFull }: ArgumentsOf<'make'>, progress: CommandContext) {
  const configuration = readConfiguration(progress.env);
  const made = await withDatabase(configuration, (database) =>
    withCheckedStorage(configuration, database, async (store) => {
      await store.check();
      const deps = { database, store, clock: systemClock };
      return makeAuditedBackup(deps, folder, progress, { isFull });
    }),
  );
  const { print } = progress;
  print(
    `Backup in ${folder}: ${made.tables} tables with ${made.rows} rows, ${made.jobs} jobs, ${made.objects} files (${made.bytes} bytes), ${made.copied} of them copied (${made.copied_bytes} bytes).`,
  );
  print(
    `The master key is not in it: keep version ${made.master_versions.join(' and ')} apart, without it the backup cannot be opened.`,
  );
  if (made.lost === 0) return;
  throw new CommandIncomplete(
    `${made.lost} files are missing from the object store or damaged there, and ${made.missing} of them are not in the backup either. Restore them: zavet check-storage --repair --from <backup>.`,
  );
}

/** Desk and doctor read the age of the newest backup from this audit entry. */
export async function makeAuditedBackup(
  deps: BackupContext,
  folder: string,
  progress: Progress,
  options: BackupOptions,
): Promise<BackupSummary> {
  const made = await makeBackup(deps, folder, progress, options);
  const { rows, objects, bytes, copied_bytes, lost } = made;
  await appendAudit(deps, {
    actor: { kind: 'command' },
    act: 'backup_made',
    facts: { rows, objects, bytes, copied_bytes, lost },
  });
  return made;
}

async function verify({ folder }: ArgumentsOf<'verify'>, progress: Progress): Promise<void> {
  const { created_at, rows, bytes, missing, master_versions } = await checkBackup(folder, progress);
  const lost = missing > 0 ? `, without ${missing} that were lost before` : '';
  progress.print(
    `The backup of ${created_at} is whole: ${rows} files (${bytes} bytes)${lost}; it opens with master key ${master_versions.join(' and ')}.`,
  );
}

async function prune({ folder, keepDays }: ArgumentsOf<'prune'>, progress: Progress) {
  const now = systemClock.now();
  const { kept, removed } = await pruneBackups(folder, keepDays, now, progress);
  progress.print(`${removed} backups older than ${keepDays} days were removed, ${kept} are kept.`);
}
