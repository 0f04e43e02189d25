import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startPostgresStandIn } from '@zavet/postgres-stand-in/stand-in';
import { activateAll, findLedgerEnd, type Legacies, mailCount, writeLegacies } from './legacies.ts';
import type { Arrivals } from './mail-sink.ts';
import { type BenchServer, launch, startProcess, startServer } from './server.ts';

const rounds = 2;
const minRatio = 0.5;
const timeoutMs = 10 * 60_000;
const mailSink = fileURLToPath(new URL('./mail-sink.ts', import.meta.url));
const bareSender = fileURLToPath(new URL('./bare/bare-sender.ts', import.meta.url));
const publicUrl = 'http://zavet.example';

interface Scene {
  databaseUrl: string;
  sinkUrl: string;
  environment: Record<string, string>;
}

/** Compares mails delivered by a worker with mails sent by a loop over a connection pool. */
export async function deliveries(): Promise<string[]> {
  const postgres = await startPostgresStandIn();
  const sink = await startProcess(mailSink, {});
  const dataDir = mkdtempSync(join(tmpdir(), 'zavet-bench-'));
  try {
    const databaseUrl = await postgres.newDatabase('zavet');
    const environment = {
      // Servers and workers on the same database need the same data folder.
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      PUBLIC_URL: publicUrl,
      LOG_LEVEL: 'error',
    };
    const scene = { databaseUrl, sinkUrl: sink.url, environment };
    const legacies = await fill(scene);
    const server = await startServer(databaseUrl, { ...environment, RUN_JOBS: 'false' });
    try {
      return await compare(scene, server, legacies);
    } finally {
      await server.stop();
    }
  } finally {
    await sink.stop();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/**
 * Creates the owners with captured mail, so that the measured worker has only letters to send.
 */
async function fill({ databaseUrl, environment }: Scene): Promise<Legacies[]> {
  const server = await startServer(databaseUrl, environment);
  try {
    const legacies: Legacies[] = [];
    while (legacies.length < rounds) legacies.push(await writeLegacies(server, databaseUrl));
    return legacies;
  } finally {
    await server.stop();
  }
}

async function compare(scene: Scene, server: BenchServer, legacies: Legacies[]): Promise<string[]> {
  const runs: { product: Run; bare: Run }[] = [];
  for (const [round, batch] of legacies.entries()) {
    const isBareFirst = round % 2 === 1;
    const bareFirst = isBareFirst ? await sendBare(scene) : undefined;
    const product = await deliver(scene, server, batch);
    runs.push({ product, bare: bareFirst ?? (await sendBare(scene)) });
  }
  assertSameSize(runs);
  const seconds = (side: 'product' | 'bare') =>
    runs.reduce((sum, run) => sum + run[side].seconds, 0);
  const ratio = seconds('bare') / seconds('product');
  if (ratio < minRatio) process.exitCode = 1;
  const rates = runs.map(({ product, bare }) => `${rateOf(product)} : ${rateOf(bare)}`);
  return [
    `deliveries  product : bare loop  ${ratio.toFixed(2)} (at least ${minRatio}; ${rates.join(', ')} a second)`,
    `(${mailCount} mails a round, each of their letters in the ledger; ${Math.round(runs[0]?.product.bytesEach ?? 0)} bytes each)`,
  ];
}

interface Run {
  seconds: number;
  bytesEach: number;
}

/** Measures a delivery from the first received mail to the last ledger entry. */
async function deliver(scene: Scene, server: BenchServer, legacies: Legacies): Promise<Run> {
  await activateAll(server, publicUrl, legacies);
  const { smtp_url } = await emptySink(scene);
  const worker = launch('apps/server/dist/current/worker.js', {
    ...scene.environment,
    SMTP_URL: smtp_url,
  });
  try {
    const arrivals = await allArrived(scene);
    const end = await until(() => findLedgerEnd(scene.databaseUrl, legacies));
    return runOf(arrivals, Math.max(arrivals.last_at, end));
  } finally {
    await worker.stop();
  }
}

async function sendBare(scene: Scene): Promise<Run> {
  const { smtp_url } = await emptySink(scene);
  const sender = launch(bareSender, {
    SINK_URL: scene.sinkUrl,
    SMTP_URL: smtp_url,
    MAILS: String(mailCount),
  });
  try {
    const arrivals = await allArrived(scene);
    return runOf(arrivals, arrivals.last_at);
  } finally {
    await sender.stop();
  }
}

function runOf({ bytes, first_at, mails }: Arrivals, end: number): Run {
  return { seconds: (end - first_at) / 1000, bytesEach: bytes / mails };
}

const rateOf = ({ seconds }: Run) => (mailCount / seconds).toFixed(0);

/** Throws if the mails differ in size, because the comparison would be invalid. */
function assertSameSize(runs: { product: Run; bare: Run }[]): void {
  for (const { product, bare } of runs) {
    if (Math.abs(bare.bytesEach / product.bytesEach - 1) < 0.02) continue;
    throw new Error(`The mails differ: ${product.bytesEach} and ${bare.bytesEach} bytes.`);
  }
}

async function emptySink({ sinkUrl }: Scene): Promise<Arrivals> {
  const response = await fetch(sinkUrl, { method: 'DELETE' });
  return (await response.json()) as Arrivals;
}

async function allArrived({ sinkUrl }: Scene): Promise<Arrivals> {
  const arrivals = await until(async () => {
    const found = (await (await fetch(sinkUrl)).json()) as Arrivals;
    return found.different === mailCount ? found : undefined;
  });
  if (arrivals.mails !== mailCount) throw new Error('Some mails arrived twice.');
  return arrivals;
}

async function until<T>(find: () => Promise<T | undefined>): Promise<T> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < timeoutMs) {
    const found = await find();
    if (found !== undefined) return found;
    await pause(250);
  }
  throw new Error(`Not finished after ${timeoutMs / 60_000} minutes.`);
}
