import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, createClient } from '@zavet/contract/client';
import { endpoints } from '@zavet/contract/endpoints';
import pg from 'pg';
import runOptions from '../../apps/server/run-options.json' with { type: 'json' };

const noOptions = { flags: [], env: {} };

export interface BenchServer {
  url: string;
  pid: number;
  /** A client with a new network address. */
  client(): Client;
  stop(): Promise<void>;
}

/** The server in its own process, on a fresh database: embedded, or at `databaseUrl`. */
export async function startServer(
  databaseUrl = '',
  environment: Record<string, string> = {},
): Promise<BenchServer> {
  const { url, pid, stop } = await startProcess('apps/server/dist/current/serve.js', {
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'silent',
    TRUSTED_PROXIES: '127.0.0.1,::1',
    ...environment,
  });
  const client = () => {
    const address = newCallerAddress();
    return createClient(endpoints, (path, init) =>
      fetch(`${url}${path}`, {
        ...init,
        headers: { ...(init.headers as object), 'x-forwarded-for': address },
      }),
    );
  };
  // A server listens before a slow database is ready.
  while ((await client().checkSetup()).status !== 'ready') await pause(100);
  return { url, pid, client, stop };
}

export interface BenchProcess {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** Starts a server and waits until it prints its address. */
export async function startProcess(
  entry: string,
  environment: Record<string, string>,
): Promise<BenchProcess> {
  const { child, stop } = launch(entry, environment);
  return { url: await addressIn(child.stdout), pid: child.pid ?? 0, stop };
}

/** A process with its own data folder. */
export function launch(entry: string, environment: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'zavet-bench-'));
  // Only the product runs with its Node flags.
  const { flags, env } = entry.endsWith('.ts') ? noOptions : runOptions;
  const child = spawn(process.execPath, [...flags, entry], {
    env: { ...process.env, ...env, PORT: '0', DATA_DIR: dataDir, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  return {
    child,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

let callers = 0;

/** The product limits calls per address, so measurements use many. */
export function newCallerAddress(): string {
  callers += 1;
  return `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`;
}

async function addressIn(output: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const chunk of output) {
    text += chunk.toString();
    const [url] = /http:\/\/localhost:\d+/.exec(text) ?? [];
    if (url) return url;
  }
  throw new Error(`The server did not start: ${text}`);
}

/** Runs statements directly on the database. */
export async function onDatabase<T>(
  url: string,
  work: (query: (sql: string, values?: unknown[]) => Promise<unknown[]>) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(async (sql, values) => (await client.query(sql, values)).rows);
  } finally {
    await client.end();
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
