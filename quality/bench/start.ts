import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startPostgresStandIn } from '@zavet/postgres-stand-in/stand-in';
import runOptions from '../../apps/server/run-options.json' with { type: 'json' };
import { median, treeOf } from './measure.ts';
import { freePort } from './server.ts';

const rounds = 5;
const allowed = { npmStartMs: 1_500, serverMs: 800, idleMb: 120 };
const idleMs = 30_000;
const serve = [...runOptions.flags, 'apps/server/dist/current/serve.js'];

/** Measures start times until the first answer, and the memory of an idle server. */
export async function start(): Promise<string[]> {
  const postgres = await startPostgresStandIn();
  const dataDir = mkdtempSync(join(tmpdir(), 'zavet-bench-'));
  const embedded = { DATA_DIR: dataDir, DATABASE_URL: '' };
  const onPostgres = { ...embedded, DATABASE_URL: await postgres.newDatabase('zavet') };
  const server = (env: Record<string, string>) => () => launch(process.execPath, serve, env);
  try {
    const npmStart = await measure(() => launch('npm', ['start'], embedded));
    const alone = await measure(server(onPostgres));
    const aloneEmbedded = await measure(server(embedded));
    const idleMb = await measureIdleMb(server(onPostgres));
    const idleEmbeddedMb = await measureIdleMb(server(embedded));
    return [
      `npm start again, embedded database : ${textAgainst(npmStart, allowed.npmStartMs)}`,
      `server alone, PostgreSQL : ${textAgainst(alone, allowed.serverMs)}`,
      `server alone, embedded database : ${textOf(aloneEmbedded)}`,
      `idle memory, PostgreSQL : ${idleMb} MB  ${(idleMb / allowed.idleMb).toFixed(2)} of ${allowed.idleMb} MB (at most 1)`,
      `idle memory, embedded database : ${idleEmbeddedMb} MB`,
    ];
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

interface RunningProcess {
  child: ChildProcess;
  wallMs: number;
  stop(): Promise<void>;
}

interface Figures {
  wallMs: number;
  cpuMs: number;
}

/** The first start creates database and compile cache and does not count. */
async function measure(launchProcess: () => Promise<RunningProcess>): Promise<Figures> {
  const samples: Figures[] = [];
  for (let round = -1; round < rounds; round++) {
    const { child, wallMs, stop } = await launchProcess();
    const { cpuMs } = treeOf(child.pid ?? 0);
    if (round >= 0) samples.push({ wallMs, cpuMs });
    await stop();
  }
  return {
    wallMs: median(samples.map((one) => one.wallMs)),
    cpuMs: median(samples.map((one) => one.cpuMs)),
  };
}

async function measureIdleMb(launchProcess: () => Promise<RunningProcess>): Promise<number> {
  const { child, stop } = await launchProcess();
  await pause(idleMs);
  const { memoryMb } = treeOf(child.pid ?? 0);
  await stop();
  return memoryMb;
}

/** Starts a process and resolves when its live check first succeeds. */
async function launch(
  command: string,
  args: string[],
  env: Record<string, string>,
): Promise<RunningProcess> {
  const port = await freePort();
  const startedAt = performance.now();
  const child = spawn(command, args, {
    env: { ...process.env, ...runOptions.env, LOG_LEVEL: 'silent', PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A process group, so that a signal reaches npm and its script.
    detached: true,
  });
  child.stdout?.resume();
  const ended = once(child, 'close');
  while (!(await isLive(port))) {
    if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode}.`);
    await pause(5);
  }
  const wallMs = performance.now() - startedAt;
  const stop = async () => {
    process.kill(-(child.pid ?? 0), 'SIGTERM');
    await ended;
  };
  return { child, wallMs, stop };
}

function isLive(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/api/live`).then(
    ({ ok }) => ok,
    () => false,
  );
}

function textOf({ wallMs, cpuMs }: Figures): string {
  return `${(wallMs / 1000).toFixed(2)} s (${(cpuMs / 1000).toFixed(2)} s of processor time)`;
}

function textAgainst(figures: Figures, allowedMs: number): string {
  const ratio = (figures.wallMs / allowedMs).toFixed(2);
  return `${textOf(figures)}  ${ratio} of ${allowedMs / 1000} s (at most 1)`;
}
