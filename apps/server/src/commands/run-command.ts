import { constants } from 'node:os';
import { resolve } from 'node:path';
import type { Progress } from '../features/service/backup/backup-folder.ts';
import { withInstalledCommands } from '../platform/installation.ts';
import { refusalOfCommand, UsageInvalid } from '../platform/process.ts';

export interface CommandContext extends Progress {
  env: Record<string, string | undefined>;
}

/** A command of `npm run`. */
export type Command = (args: string[], context: CommandContext) => Promise<void>;

/** Runs a command. Signals abort it; a failure is printed as one sentence. */
export function runCommand(command: Command): void {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => stopping.abort(signal));
  }
  const tell = (sentence: string) => process.stdout.write(`${withInstalledCommands(sentence)}\n`);
  const { env } = process;
  command(process.argv.slice(2), { tell, signal: stopping.signal, env }).then(
    () => process.exit(0),
    (error) => {
      const { signal } = stopping;
      if (signal.aborted) process.exit(128 + constants.signals[signal.reason as NodeJS.Signals]);
      const { sentence, code } = refusalOfCommand(error);
      process.stderr.write(`${withInstalledCommands(sentence)}\n`);
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

/** Resolves a path against the caller's folder, because npm runs scripts in the project's folder. */
export function fromCaller(path: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), path);
}

export function aligned(rows: string[][]): string[] {
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

/** The Swedish format is `2026-11-15 12:00`. */
export const moscowTime = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'Europe/Moscow',
});
