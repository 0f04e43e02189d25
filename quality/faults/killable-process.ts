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
  /** URL of the server, with a new port after each start. Empty for a worker. */
  url(): string;
  isAlive(): boolean;
  start(): Promise<void>;
  /** Makes the process kill itself at a checkpoint. */
  dieAt(point: DeathPoint): void;
  kill(): void;
  /** Resolves when the running process has exited. */
  waitForExit(): Promise<void>;
  /** Unexpected exits since the last call. */
  takeCrashes(): string[];
  output(): string;
}

const entries = { server: 'killable-serve', worker: 'killable-worker' };
const readyPatterns = { server: /http:\/\/localhost:\d+/, worker: /worker_ready/ };
const root = fileURLToPath(new URL('../..', import.meta.url));
const maxOutputCharacters = 20_000;

/** Creates a process that can be started. `build` is the folder of the built entry points. */
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
        output = (output + text).slice(-maxOutputCharacters);
      });
      started.child.once('exit', (code, signal) => {
        if (!isExpectedToDie) crashes.push(`${name} ended by itself with ${signal ?? code}`);
      });
      url = await started.waitForOutput(readyPatterns[role]);
    },
    dieAt: (point) => {
      isExpectedToDie = true;
      if (child?.connected) child.send(point);
    },
    kill: () => {
      isExpectedToDie = true;
      child?.kill('SIGKILL');
    },
    waitForExit: async () => {
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
    waitForOutput: (pattern: RegExp) =>
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

const serverFolder = fileURLToPath(new URL('../../apps/server', import.meta.url));
let buildUsers = 0;
let pendingBuild: Promise<string> | undefined;

/**
 * Builds the killable entry points like the server, because a start from sources takes four times
 * as long. All stacks of the process share the build.
 */
export async function buildKillableEntries(): Promise<KillableBuild> {
  buildUsers += 1;
  pendingBuild ??= build();
  const folder = await pendingBuild;
  return {
    folder,
    release: () => {
      buildUsers -= 1;
      if (buildUsers > 0) return;
      pendingBuild = undefined;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * The folder is as deep as the server's own builds, because the server finds migrations by a
 * relative path.
 */
async function build(): Promise<string> {
  const cache = join(serverFolder, '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'killable-'));
  const extraEntries = Object.values(entries).map(
    (name) => `${name}=../../quality/faults/${name}.ts`,
  );
  const child = spawn(process.execPath, ['build.mjs', folder, ...extraEntries], {
    cwd: serverFolder,
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The killable processes could not be built: ${code}.`);
  return folder;
}
