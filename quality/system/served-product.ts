import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import runOptions from '../../apps/server/run-options.json' with { type: 'json' };
import { freePort } from './loopback.ts';

/** Two built servers and a worker as in production, on one database and one folder. */
export interface ServedProduct {
  ports: readonly number[];
  /** Stops a server as an administrator does and starts it again; how long it took to stop. */
  restart(server: number): Promise<{ stoppedMs: number }>;
  stop(): Promise<void>;
}

export async function serveProduct(env: Record<string, string>): Promise<ServedProduct> {
  const folder = mkdtempSync(join(tmpdir(), 'zavet-served-'));
  const ports = [await freePort(), await freePort()];
  const common = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    MASTER_KEY: randomBytes(32).toString('base64'),
    TRUSTED_PROXIES: '127.0.0.1',
    SUPPORT_EMAIL: 'support@zavet.example',
    LOG_LEVEL: 'warn',
    RUN_JOBS: 'false',
    ...env,
  };
  const servers: ChildProcess[] = [];
  const start = async (server: number) => {
    servers[server] = launch('serve', { ...common, PORT: String(ports[server]) });
    await ready(ports[server] ?? 0);
  };
  const worker = launch('worker', common);
  await start(0);
  await start(1);
  return {
    ports,
    restart: async (server) => {
      const startedAt = performance.now();
      await end(servers[server]);
      const stoppedMs = performance.now() - startedAt;
      await start(server);
      return { stoppedMs };
    },
    stop: async () => {
      await Promise.all([...servers, worker].map(end));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function launch(entry: string, env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [...runOptions.flags, `apps/server/dist/current/${entry}.js`], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...runOptions.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = await ended;
  if (code !== 0) throw new Error(`a process of the product ended with ${code}`);
}

async function ready(port: number): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const status = await fetch(`http://127.0.0.1:${port}/api/setup`)
      .then((response) => response.json() as Promise<{ status: string }>)
      .then((body) => body.status)
      .catch(() => '');
    if (status === 'ready') return;
    await pause(50);
  }
  throw new Error('a server did not become ready');
}
