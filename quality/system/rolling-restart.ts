import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { SmtpStandIn } from '@zavet/smtp-stand-in/stand-in';
import runOptions from '../../apps/server/run-options.json' with { type: 'json' };
import { createProxiedOwner, instructionOf, type ProxiedOwner } from './proxied-person.ts';
import type { ReverseProxy } from './reverse-proxies.ts';
import { freePort, verify } from './trial.ts';

interface Scene {
  product: ServedProduct;
  proxy: ReverseProxy;
  mail: SmtpStandIn;
  rounds: number;
  print(line: string): void;
}

/** Minimum number of requests in three rounds. */
const minRequests = 1_000;
/** Time after which a proxy uses a restarted server again. */
const proxyRecoveryMs = 3_000;
const callPauseMs = 120;
const uploadedBytes = 2_000_000;
const uploadMs = 4_000;

/** Numbers of requests sent, and the errors of lost requests. */
interface RequestCounts {
  reads: number;
  writes: number;
  uploads: number;
  lost: string[];
}

/** Restarts the servers in turn while people read, write and upload. */
export async function restartInTurn(scene: Scene): Promise<void> {
  const { product, proxy, mail, rounds, print } = scene;
  const counts: RequestCounts = { reads: 0, writes: 0, uploads: 0, lost: [] };
  const people: ProxiedOwner[] = [];
  for (let made = 0; made < 8; made += 1) people.push(await createProxiedOwner(proxy, mail));
  let isStopped = false;
  const repeat = async (act: () => Promise<unknown>) => {
    while (!isStopped) {
      await act().catch((error) => void counts.lost.push(String(error.stack ?? error)));
      await pause(callPauseMs);
    }
  };
  const written = new Map<ProxiedOwner, number>();
  const running = people.map((person, place) => {
    if (place < 4) return repeat(() => read(person, counts));
    if (place < 7) return repeat(() => write(person, counts, written));
    return repeat(() => upload(person, counts, written));
  });
  const stopTimes: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const server of product.ports.keys()) {
      await pause(proxyRecoveryMs);
      stopTimes.push((await product.restart(server)).stoppedMs);
    }
  }
  isStopped = true;
  await Promise.all(running);
  const total = counts.reads + counts.writes + counts.uploads;
  print(
    `${stopTimes.length} restarts (a stop takes up to ${(Math.max(...stopTimes) / 1000).toFixed(1)} s): ` +
      `${counts.lost.length} of ${total} requests lost (${counts.reads} reads, ${counts.writes} writes, ${counts.uploads} uploads)`,
  );
  verify(
    `no request is lost: ${[...new Set(counts.lost)].slice(0, 3).join('; ')}`,
    counts.lost.length === 0,
  );
  verify(`${total} requests were sent`, rounds < 3 || total >= minRequests);
  for (const [person, expected] of written) {
    const { total: found } = await person.listInstructions({ query: {} });
    verify(`${found} instructions where ${expected} were written`, found === expected);
  }
  for (const person of people) person.closeConnections();
}

async function read(person: ProxiedOwner, counts: RequestCounts): Promise<void> {
  counts.reads += 1;
  await person.listInstructions({ query: {} });
}

async function write(
  person: ProxiedOwner,
  counts: RequestCounts,
  written: Map<ProxiedOwner, number>,
): Promise<{ id: string }> {
  counts.writes += 1;
  const made = await person.createInstruction({ body: instructionOf(person) });
  written.set(person, (written.get(person) ?? 0) + 1);
  return made;
}

/** Uploads slowly, so that an upload is in progress whenever a server stops. */
async function upload(
  person: ProxiedOwner,
  counts: RequestCounts,
  written: Map<ProxiedOwner, number>,
): Promise<void> {
  const { id } = await write(person, counts, written);
  const content = randomBytes(uploadedBytes / 2).toString('hex');
  counts.uploads += 1;
  const response = await person.send(`/api/instructions/${id}/files`, {
    method: 'POST',
    headers: {
      'content-type': 'application/octet-stream',
      'content-length': String(uploadedBytes),
      'x-file-name': 'slow.txt',
    },
    body: Readable.from(streamSlowly(content)),
  });
  if (!response.ok) throw new Error(`upload: ${response.status} ${await response.text()}`);
  const file = (await response.json()) as { id: string };
  counts.reads += 1;
  const back = await person.downloadFile({ params: { id: file.id } });
  if ((await back.text()) !== content) throw new Error('an upload came back changed');
  await person.deleteFile({ params: { id: file.id } });
}

async function* streamSlowly(content: string): AsyncGenerator<Buffer> {
  const parts = 20;
  const length = content.length / parts;
  for (let part = 0; part < parts; part += 1) {
    yield Buffer.from(content.slice(part * length, (part + 1) * length));
    await pause(uploadMs / parts);
  }
}

/** Two built servers and a worker in production mode, on one database and one folder. */
export interface ServedProduct {
  ports: readonly number[];
  /** Stops and restarts a server; returns the duration of the stop. */
  restart(server: number): Promise<{ stoppedMs: number }>;
  stop(): Promise<void>;
}

export async function serveProduct(env: Record<string, string>): Promise<ServedProduct> {
  const folder = mkdtempSync(join(tmpdir(), 'zavet-served-'));
  const keyFile = join(folder, 'master.key');
  writeFileSync(keyFile, randomBytes(32).toString('base64'), { mode: 0o600 });
  const ports = [await freePort(), await freePort()];
  const common = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    MASTER_KEY_FILE: keyFile,
    TRUSTED_PROXIES: '127.0.0.1',
    SUPPORT_EMAIL: 'support@zavet.example',
    LOG_LEVEL: 'warn',
    RUN_JOBS: 'false',
    ...env,
  };
  const servers: ChildProcess[] = [];
  const start = async (server: number) => {
    servers[server] = launch('serve', { ...common, PORT: String(ports[server]) });
    await waitUntilReady(ports[server] ?? 0);
  };
  const worker = launch('worker', common);
  await start(0);
  await start(1);
  return {
    ports,
    restart: async (server) => {
      const startedAt = performance.now();
      await stopProcess(servers[server]);
      const stoppedMs = performance.now() - startedAt;
      await start(server);
      return { stoppedMs };
    },
    stop: async () => {
      await Promise.all([...servers, worker].map(stopProcess));
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

async function stopProcess(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = await ended;
  if (code !== 0) throw new Error(`a process of the product ended with ${code}`);
}

async function waitUntilReady(port: number): Promise<void> {
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
