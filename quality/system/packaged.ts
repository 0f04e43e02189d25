import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createClient } from '@zavet/contract/client';
import { endpoints } from '@zavet/contract/endpoints';
import { type BenchServer, newCallerAddress } from '../bench/server.ts';
import { freePort } from './trial.ts';

const unprivilegedUser = 65_534;

interface CommandResult {
  code: number | null;
  output: string;
}

/** A package in a read-only folder. */
export interface Packaged {
  folder: string;
  data: string;
  /** Size when unpacked. */
  bytes: number;
  archiveBytes: number;
  run(args: string[], env?: Record<string, string>): Promise<CommandResult>;
  /** Starts a server or worker and waits until it is ready. */
  start(env: Record<string, string>, command?: 'serve' | 'worker'): Promise<PackagedServer>;
  remove(): void;
}

export interface PackagedServer extends BenchServer {
  /** Time from the start of the command to its ready line. */
  readyMs: number;
  output(): string;
}

/** Packs this project and moves the package to another folder. */
export function packProject(): Packaged {
  const parent = mkdtempSync(join(tmpdir(), 'zavet-package-'));
  chmodSync(parent, 0o755);
  execFileSync(process.execPath, ['scripts/package.mjs', join(parent, 'made')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const folder = join(parent, 'elsewhere');
  const unpacked = join(parent, 'made', `zavet-${version}`);
  const archiveBytes = statSync(`${unpacked}.tar.gz`).size;
  execFileSync('mv', [unpacked, folder]);
  execFileSync('chmod', ['-R', 'a-w', folder]);
  const data = join(parent, 'data');
  mkdirSync(data, { mode: 0o700 });
  chownSync(data, unprivilegedUser, unprivilegedUser);
  const command = join(folder, 'zavet');
  const spawnOptions = (env: Record<string, string> = {}) => ({
    cwd: data,
    uid: unprivilegedUser,
    gid: unprivilegedUser,
    // The environment is minimal, so that the command finds nothing of this project.
    env: { PATH: '/usr/bin:/bin', DATA_DIR: data, ...env },
  });
  return {
    folder,
    data,
    bytes: Number(execFileSync('du', ['-sb', folder], { encoding: 'utf8' }).split('\t')[0]),
    archiveBytes,
    run: async (args, env) => {
      const child = spawn(command, args, {
        ...spawnOptions(env),
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const [stdout, stderr, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ]);
      return { code, output: `${stdout}${stderr}` };
    },
    start: async (env, entry = 'serve') => {
      const port = await freePort();
      return startWhenReady(command, [entry], port, spawnOptions({ PORT: String(port), ...env }));
    },
    remove: () => rmSync(parent, { recursive: true, force: true }),
  };
}

type SpawnOptions = Pick<Parameters<typeof spawn>[2], 'cwd' | 'uid' | 'gid' | 'env'>;

/** Starts a command that listens on this port, and waits for its ready line. */
export async function startWhenReady(
  command: string,
  args: string[],
  port: number,
  spawnOptions: SpawnOptions,
): Promise<PackagedServer> {
  const startedAt = performance.now();
  const child = spawn(command, args, {
    ...spawnOptions,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (/(server|worker)_ready/.test(output)) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('close', (code) =>
      reject(new Error(`${args.at(-1)} ended with ${code}: ${output}`)),
    );
  });
  const readyMs = performance.now() - startedAt;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    pid: child.pid ?? 0,
    readyMs,
    output: () => output,
    client: () => {
      const address = newCallerAddress();
      return createClient(endpoints, (path, init) =>
        fetch(`${url}${path}`, {
          ...init,
          headers: { ...(init.headers as object), 'x-forwarded-for': address },
        }),
      );
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Memory of a process and its children; shared pages count proportionally. */
export function memoryMb(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const own = Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? Number.NaN) / 1024;
  return childrenOf(pid).reduce((sum, child) => sum + memoryMb(child), own);
}

/** Child processes of all threads. */
export function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    const children = readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8');
    return children.split(' ').filter(Boolean).map(Number);
  });
}
