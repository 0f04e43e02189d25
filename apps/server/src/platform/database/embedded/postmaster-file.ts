import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { EmbeddedPostgresRefused } from './postgres-program.ts';

/** Lines of `postmaster.pid`, which a server keeps in its data folder while it runs. */
const pidLine = 0;
const stateLine = 7;

function readLines(folder: string): string[] {
  try {
    return readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
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

/** Stops a server that a killed process left behind. The caller holds the lock of the folder. */
export async function stopOrphan(folder: string): Promise<void> {
  const [first, ...rest] = readLines(folder);
  const pid = Number(first);
  if (!Number.isInteger(pid) || pid < 1) return;
  if (!isServerOf(folder, pid)) {
    // The id may belong to another process now, and PostgreSQL would refuse to start. It accepts the
    // id of its parent, and still checks for shared memory in use.
    writeFileSync(join(folder, 'postmaster.pid'), [process.pid, ...rest].join('\n'));
    return;
  }
  for (const { signal, waitMs } of stopSteps) {
    process.kill(pid, signal);
    for (const deadline = Date.now() + waitMs; Date.now() < deadline; await pause(20)) {
      if (!isServerOf(folder, pid)) return;
    }
  }
  throw new EmbeddedPostgresRefused(
    `PostgreSQL with process id ${pid} still runs in ${folder} and does not stop; end it, then start again.`,
  );
}

/** A server works in its data folder. */
function isServerOf(folder: string, pid: number): boolean {
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return stdout.includes(folder);
  }
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    return false;
  }
}
