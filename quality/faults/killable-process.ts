import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import runOptions from '../../apps/server/run-options.json' with { type: 'json' };
import type { DeathOrder } from './killable-checkpoint.ts';

export type Role = 'server' | 'worker';

/** A place for a process of a stack: the one that lives there may die and be followed by another. */
export interface KillableProcess {
  name: string;
  /** Where the server listens; each life has another port. Empty for a worker. */
  url(): string;
  isAlive(): boolean;
  start(): Promise<void>;
  /** Orders it to kill itself at a point of its code. */
  dieAt(order: DeathOrder): void;
  kill(): void;
  /** Resolves when the present life is over. */
  death(): Promise<void>;
  /** Ends that nobody asked for, since this was asked last. */
  takeCrashes(): string[];
  output(): string;
}

const entries = { server: 'killable-serve.js', worker: 'killable-worker.js' };
const signsOfLife = { server: /http:\/\/localhost:\d+/, worker: /worker ready/ };
const root = fileURLToPath(new URL('../..', import.meta.url));
const keptOutput = 20_000;

/** `build` is the folder of the built entries. */
export function createKillableProcess(
  build: string,
  name: string,
  role: Role,
  env: Record<string, string>,
): KillableProcess {
  let child: ChildProcess | undefined;
  let url = '';
  let output = '';
  let isDoomed = false;
  const crashes: string[] = [];
  const isAlive = () => child !== undefined && child.exitCode === null && child.signalCode === null;

  return {
    name,
    url: () => url,
    isAlive,
    start: async () => {
      const life = launch(join(build, entries[role]), role, env);
      child = life.child;
      isDoomed = false;
      life.onOutput((text) => {
        output = (output + text).slice(-keptOutput);
      });
      life.child.once('exit', (code, signal) => {
        if (!isDoomed) crashes.push(`${name} ended by itself with ${signal ?? code}`);
      });
      url = await life.saw(signsOfLife[role]);
    },
    dieAt: (order) => {
      isDoomed = true;
      if (child?.connected) child.send(order);
    },
    kill: () => {
      isDoomed = true;
      child?.kill('SIGKILL');
    },
    death: async () => {
      if (child && isAlive()) await once(child, 'exit');
    },
    takeCrashes: () => crashes.splice(0),
    output: () => output,
  };
}

function launch(entry: string, role: Role, env: Record<string, string>) {
  const child = spawn(process.execPath, [...runOptions.flags, entry], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...runOptions.env,
      NODE_COMPILE_CACHE: join(tmpdir(), 'zavet-compile-cache'),
      PORT: '0',
      LOG_LEVEL: role === 'worker' ? 'info' : 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let text = '';
  const readers = new Set<(chunk: string) => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      for (const read of readers) read(chunk.toString());
    });
  }
  return {
    child,
    onOutput: (read: (chunk: string) => void) => void readers.add(read),
    saw: (pattern: RegExp) =>
      new Promise<string>((resolve, reject) => {
        const look = (chunk: string) => {
          text += chunk;
          const [match] = pattern.exec(text) ?? [];
          if (!match) return;
          readers.delete(look);
          resolve(match);
        };
        readers.add(look);
        child.once('exit', (code) => reject(new Error(`${role} ended with ${code}: ${text}`)));
      }),
  };
}
