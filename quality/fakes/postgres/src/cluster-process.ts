import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface ClusterProcess {
  pid(): number;
  start(): void;
  /** Resolves when it has ended. */
  end(signal: NodeJS.Signals): Promise<void>;
}

interface ProcessOptions {
  program: string;
  args: readonly string[];
  env?: Record<string, string>;
  logFile: string;
}

/** A program of the cluster, run as the user of the database, that may end and be started again. */
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

/** PostgreSQL does not run as an administrator; its package has made a user. */
export function databaseUser(): { uid: number; gid: number } {
  const idOf = (what: string) =>
    Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

export async function waitFor(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  longestMs = 60_000,
): Promise<void> {
  const end = performance.now() + longestMs;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`waited too long for ${what}`);
    await pause(200);
  }
}

export async function isListening(host: string, port: number): Promise<boolean> {
  const socket = connect(port, host);
  const isThere = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
  socket.destroy();
  return isThere;
}
