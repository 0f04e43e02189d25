import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installIfMissing } from '@zavet/postgres-stand-in/debian-packages';
import { startPostgresStandIn } from '@zavet/postgres-stand-in/stand-in';
import { type BenchServer, startServer } from '../bench/server.ts';
import { type Print, secondsSince, verify, waitFor } from './trial.ts';

const token = 'a-token-of-the-trial-alone';
/** Runs every minute. */
const job = 'process-waiting-activations';

/** The system clock jumps for the server and its PostgreSQL, and scheduled jobs continue. */
export async function clock(print: Print): Promise<void> {
  installIfMissing({ faketime: '/usr/bin/faketime' });
  const [library = ''] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');
  const folder = mkdtempSync(join(tmpdir(), 'zavet-clock-'));
  const offset = join(folder, 'offset');
  const shiftClock = (by: string) => writeFileSync(offset, `${by}\n`);
  shiftClock('+0');
  // These variables apply to processes that start from now on.
  Object.assign(process.env, {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: offset,
    FAKETIME_CACHE_DURATION: '1',
    // Real monotonic clocks never jump.
    DONT_FAKE_MONOTONIC: '1',
  });
  const postgres = await startPostgresStandIn();
  const server = await startServer(await postgres.newDatabase('clock'), {
    METRICS_TOKEN: token,
    // The metric counts only lines that are logged.
    LOG_LEVEL: 'error',
  });
  try {
    await waitForRuns(server, 2);
    print('scheduled jobs run');
    for (const [jump, by] of [
      ['two hours back', '-2h'],
      ['to the right time', '+0'],
      ['two hours forward', '+2h'],
      ['forty days back', '-40d'],
    ] as const) {
      const startedAt = performance.now();
      const earlierReports = await readMetric(server, 'zavet_errors_total', 'clock_set_back');
      shiftClock(by);
      await waitForRuns(server, 2);
      const isBack = by.startsWith('-');
      const found =
        (await readMetric(server, 'zavet_errors_total', 'clock_set_back')) - earlierReports;
      verify(`${found} reports of a clock set back`, !isBack || found === 1);
      const { status } = await fetch(`${server.url}/api/ready`);
      verify(`ready after the jump, not ${status}`, status === 200);
      print(`${jump}: jobs ran twice within ${secondsSince(startedAt)} s, and the server is ready`);
    }
  } finally {
    await server.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function waitForRuns(server: BenchServer, times: number): Promise<void> {
  const runs = () => readMetric(server, 'zavet_job_duration_seconds_count', job);
  const before = await runs();
  await waitFor('scheduled jobs run', async () => (await runs()) >= before + times, {
    seconds: 300,
  });
}

/** Returns the sum over the series of a metric that have this label value. */
async function readMetric({ url }: BenchServer, metric: string, label: string): Promise<number> {
  const response = await fetch(`${url}/metrics`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const lines = (await response.text()).split('\n');
  return lines
    .filter((line) => line.startsWith(`${metric}{`) && line.includes(`"${label}"`))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}
