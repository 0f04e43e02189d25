import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { FolderInUse } from '../folder-lock.ts';
import { EmbeddedPostgresRefused } from './cluster.ts';

/** Lines of `postmaster.pid`, which exists while a server runs. */
const pidLine = 0;
const stateLine = 7;
const fileIn = (folder: string) => join(folder, 'postmaster.pid');

function readLines(folder: string): string[] {
  try {
    return readFileSync(fileIn(folder), 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return [];
  }
}

export function isReady(folder: string, pid: number | undefined): boolean {
  const lines = readLines(folder);
  return lines[pidLine] === String(pid) && lines[stateLine]?.trim() === 'ready';
}

const stopSteps = [
  { signal: 'SIGINT', waitMs: 30_000 },
  { signal: 'SIGQUIT', waitMs: 10_000 },
] as const;

/** Stops a server left behind by a killed process. The caller must hold the folder lock. */
export async function stopOrphan(folder: string, socket: string): Promise<void> {
  const [first, ...rest] = readLines(folder);
  const pid = Number(first);
  // A negative id marks a single-user server, started manually.
  if (first === undefined || pid < 0) return;
  if (!isServerOf(folder, pid)) {
    // Locks and processes of another container on the same folder are not visible here.
    if (await isListening(socket)) throw new FolderInUse(folder);
    // The process that owned this lock has ended, but its id may have been reused.
    rmSync(join(folder, '.s.PGSQL.5432.lock'), { force: true });
    // A power failure can leave the file empty, and PostgreSQL would refuse to start.
    if (!Number.isInteger(pid) || pid === 0) rmSync(fileIn(folder));
    // PostgreSQL ignores a file with the id of its parent process, but still checks whether shared
    // memory is in use.
    else writeFileSync(fileIn(folder), [process.pid, ...rest].join('\n'));
    return;
  }
  for (const { signal, waitMs } of stopSteps) {
    sendSignal(pid, signal);
    for (const deadline = Date.now() + waitMs; Date.now() < deadline; await pause(20)) {
      if (!isServerOf(folder, pid)) return;
    }
  }
  throw new EmbeddedPostgresRefused(
    `PostgreSQL with process id ${pid} still runs in ${folder} and does not stop; end it, then start again.`,
  );
}

function isListening(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket, () => {
      connection.destroy();
      resolve(true);
    });
    connection.once('error', () => resolve(false));
  });
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // The process has already ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/**
 * True if the process is the PostgreSQL server of this folder. Compares its arguments, because
 * reading the working folder of another user's process requires CAP_SYS_PTRACE.
 */
function isServerOf(folder: string, pid: number): boolean {
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return stdout.includes(folder);
  }
  try {
    const [, option, value] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return option === '-D' && value === folder;
  } catch {
    return false;
  }
}
