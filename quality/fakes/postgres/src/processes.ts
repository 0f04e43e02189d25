import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface ClusterProcess {
  pid(): number;
  start(): void;
  /** Resolves when the process has ended. */
  end(signal: NodeJS.Signals): Promise<void>;
}

interface ProcessOptions {
  program: string;
  args: readonly string[];
  env?: Record<string, string>;
  logFile: string;
}

/** A restartable program of the cluster, run as the database user. */
export function clusterProcess({ program, args, env, logFile }: ProcessOptions): ClusterProcess {
  let child: ChildProcess | undefined;
  return {
    pid: () => child?.pid ?? 0,
    start: () => {
      const log = openSync(logFile, 'a');
      child = spawn(program, args, {
        ...databaseUser(),
        env: { PATH: process.env.PATH, ...env },
        stdio: ['ignore', log, log],
      });
      child.on('error', () => {});
      closeSync(log);
    },
    end: async (signal) => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
}

/** PostgreSQL refuses to run as root; its Debian package creates this user. */
export function databaseUser(): { uid: number; gid: number } {
  const idOf = (option: string) =>
    Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

export async function waitFor(
  description: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 60_000,
): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`timed out waiting for ${description}`);
    await pause(200);
  }
}

export async function isListening(host: string, port: number): Promise<boolean> {
  const socket = connect(port, host);
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
  socket.destroy();
  return isOpen;
}

/** A process and all its descendants. */
export function withDescendants(pid: number): number[] {
  const parents = parentOfEach();
  const found = [pid];
  for (const one of found) {
    for (const [child, parent] of parents) if (parent === one) found.push(child);
  }
  return found;
}

/** Skips processes that have ended. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // Already ended.
    }
  }
}

export function isRunning(pid: number): boolean {
  try {
    // Ended processes stay in the table as zombies until they are reaped.
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.startsWith('Z');
  } catch {
    return false;
  }
}

function parentOfEach(): Map<number, number> {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const facts = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1) ?? '';
      parents.set(Number(name), Number(facts.split(' ')[1]));
    } catch {
      // Ended meanwhile.
    }
  }
  return parents;
}
