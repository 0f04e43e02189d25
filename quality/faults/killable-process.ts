import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import runOptions from '../../apps/server/run-options.json' with { type: 'json' };
import type { DeathPoint } from './killable-checkpoint.ts';

export type Role = 'server' | 'worker';

/** A process of a stack that can be killed and restarted. */
export interface KillableProcess {
  name: string;
  /** Address of the server, whose port changes with every start. Empty for a worker. */
  url(): string;
  isAlive(): boolean;
  start(): Promise<void>;
  /** Lets it kill itself at a point of its code. */
  dieAt(point: DeathPoint): void;
  kill(): void;
  /** Resolves when the running process has ended. */
  death(): Promise<void>;
  /** Unexpected ends since the last call. */
  takeCrashes(): string[];
  output(): string;
}

const entries = { server: 'killable-serve', worker: 'killable-worker' };
const readyPatterns = { server: /http:\/\/localhost:\d+/, worker: /worker_ready/ };
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
  let isExpectedToDie = false;
  const crashes: string[] = [];
  const isAlive = () => child !== undefined && child.exitCode === null && child.signalCode === null;

  return {
    name,
    url: () => url,
    isAlive,
    start: async () => {
      const started = launch(join(build, `${entries[role]}.js`), role, env);
      child = started.child;
      isExpectedToDie = false;
      started.onOutput((text) => {
        output = (output + text).slice(-keptOutput);
      });
      started.child.once('exit', (code, signal) => {
        if (!isExpectedToDie) crashes.push(`${name} ended by itself with ${signal ?? code}`);
      });
      url = await started.outputMatching(readyPatterns[role]);
    },
    dieAt: (point) => {
      isExpectedToDie = true;
      if (child?.connected) child.send(point);
    },
    kill: () => {
      isExpectedToDie = true;
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
    outputMatching: (pattern: RegExp) =>
      new Promise<string>((resolve, reject) => {
        const onChunk = (chunk: string) => {
          text += chunk;
          const [match] = pattern.exec(text) ?? [];
          if (!match) return;
          readers.delete(onChunk);
          resolve(match);
        };
        readers.add(onChunk);
        child.once('exit', (code) => reject(new Error(`${role} ended with ${code}: ${text}`)));
      }),
  };
}

export interface KillableBuild {
  folder: string;
  release(): void;
}

const server = fileURLToPath(new URL('../../apps/server', import.meta.url));
let users = 0;
let building: Promise<string> | undefined;

/**
 * The killable entries, built like the server: from sources each start would take four times as
 * long. Shared by all stacks of the process.
 */
export async function buildKillableEntries(): Promise<KillableBuild> {
  users += 1;
  building ??= build();
  const folder = await building;
  return {
    folder,
    release: () => {
      users -= 1;
      if (users > 0) return;
      building = undefined;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** At the depth of the server's own builds, because migrations are found relative to it. */
async function build(): Promise<string> {
  const cache = join(server, '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'killable-'));
  const extraEntries = Object.values(entries).map(
    (name) => `${name}=../../quality/faults/${name}.ts`,
  );
  const child = spawn(process.execPath, ['build.mjs', folder, ...extraEntries], {
    cwd: server,
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The killable processes could not be built: ${code}.`);
  return folder;
}
