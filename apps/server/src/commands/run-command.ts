import { constants } from 'node:os';
import { resolve } from 'node:path';
import type { Configuration } from '../config/configuration.ts';
import type { Progress } from '../features/service/backup/backup-folder.ts';
import type { Database } from '../platform/database/database.ts';
import { assertCompatibleCluster, hasCluster } from '../platform/database/embedded/cluster.ts';
import {
  assertNotTooNew,
  hasPendingMigrations,
  knownMigrations,
} from '../platform/database/migrate.ts';
import { openCommandDatabase } from '../platform/database/open-database.ts';
import { migrationsFolder } from '../platform/installation.ts';
import { createJobQueue, type JobQueue } from '../platform/jobs/job-queue.ts';
import { createLogger } from '../platform/observability/logger.ts';
import { CommandRefused, refusalOfCommand, UsageInvalid } from '../platform/process.ts';

export interface CommandContext extends Progress {
  env: Record<string, string | undefined>;
}

/** A command of `zavet`. */
export type Command = (args: string[], context: CommandContext) => Promise<void>;

/** Runs a command. Signals abort it; a failure is printed as one sentence. */
export function runCommand(command: Command): void {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => stopping.abort(signal));
  }
  const print = (sentence: string) => process.stdout.write(`${sentence}\n`);
  const { env } = process;
  command(process.argv.slice(2), { print, signal: stopping.signal, env }).then(
    () => process.exit(0),
    (error) => {
      const { signal } = stopping;
      if (signal.aborted) process.exit(128 + constants.signals[signal.reason as NodeJS.Signals]);
      const { sentence, code } = refusalOfCommand(error);
      process.stderr.write(`${sentence}\n`);
      process.exit(code);
    },
  );
}

/** Turns any error of `parse` into a usage error. */
export function withUsage<T>(usage: string, parse: () => T): T {
  try {
    return parse();
  } catch (cause) {
    throw new UsageInvalid(usage, { cause });
  }
}

/**
 * Resolves a path against the caller's folder, because npm runs scripts in the project's folder.
 */
export function resolveCallerPath(path: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), path);
}

export function alignColumns(rows: string[][]): string[] {
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths?.[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** `2026-11-15 12:00 UTC` */
export function formatTime(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/**
 * Runs `work` with an existing database. By default, rejects a database of another version;
 * `prepare` may migrate it instead.
 */
export async function withDatabase<T>(
  configuration: Configuration,
  work: (database: Database) => Promise<T>,
  prepare: (database: Database) => Promise<unknown> = assertMigrated,
): Promise<T> {
  if (!configuration.postgres) assertCluster(configuration.dataDir);
  const database = await openCommandDatabase(configuration);
  try {
    await prepare(database);
    return await work(database);
  } finally {
    await database.close();
  }
}

function assertCluster(dataDir: string): void {
  assertCompatibleCluster(dataDir);
  if (hasCluster(dataDir)) return;
  throw new CommandRefused(`There is no database in ${dataDir}; DATA_DIR names another folder.`);
}

async function assertMigrated(database: Database): Promise<void> {
  const known = knownMigrations(migrationsFolder);
  await assertNotTooNew(database, known);
  if (!(await hasPendingMigrations(database, known))) return;
  throw new CommandRefused(
    'The database is not prepared for this version of the program; start the server once.',
  );
}

/** Runs `work` with a queue that enqueues jobs but does not run them. */
export async function withQueue<T>(
  database: Database,
  work: (jobs: JobQueue) => Promise<T>,
): Promise<T> {
  const jobs = createJobQueue(database, createLogger('silent', true));
  await jobs.start({ runsJobs: false });
  try {
    return await work(jobs);
  } finally {
    await jobs.stop();
  }
}
