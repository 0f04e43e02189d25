import { parseArgs } from 'node:util';
import { errorOf } from '@zavet/contract/client';
import type { ErrorCode } from '@zavet/contract/errors';
import { type PostgresCluster, startCluster } from '@zavet/postgres-stand-in/cluster';
import { judge, print, printOutput, tableOf } from '../report.ts';
import { openStack, type Stack } from '../stack.ts';
import { createRandom, type TrialResult } from '../trial.ts';
import { failover } from './breaks.ts';
import { type Load, lostWrites, startLoad } from './load.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    kills: { type: 'string', default: '20' },
    /** The first kind of break. */
    from: { type: 'string', default: '0' },
  },
});
/** Answers after which a person is asked to repeat. */
const retryable: ErrorCode[] = ['database_unavailable', 'payment_outcome_unknown'];
const maxAnswerMs = 45_000;
const seed = Number(values.seed);
const kills = Number(values.kills);
const maxOutageMs = 60_000;
const startedAt = performance.now();

print(`seed ${seed}, ${kills} breaks of three PostgreSQL`);
const cluster = await startCluster();
let isFine = false;
try {
  isFine = await runBreaks(cluster);
} finally {
  await cluster.stop();
}
print(`${Math.round((performance.now() - startedAt) / 1000)} s`);
process.exit(isFine ? 0 : 1);

async function runBreaks(postgres: PostgresCluster): Promise<boolean> {
  const stack = await openStack(postgres.url, undefined, ['worker 2']);
  const answers = recordAnswers();
  const results: TrialResult[] = [];
  const outages: number[] = [];
  try {
    const load = await startLoad(stack);
    for (let turn = 0; turn < kills; turn++) {
      const result = await oneBreak(postgres, stack, turn);
      // Writes right after a recovery count for it.
      await postgres.waitUntilWhole();
      const outageMs = load.takeLongestOutageMs();
      outages.push(outageMs);
      result.violations.push(...errorsOf(load, outageMs), ...answers.takeViolations());
      results.push(result);
      printResult(turn, result, outageMs, stack);
    }
    await load.stop();
    const lost = await lostWrites(stack, load.acknowledged);
    const { accounts, instructions, removed, files } = load.acknowledged;
    print(`\n${tableOf(results)}\n`);
    print(
      `acknowledged: ${accounts.length} accounts, ${instructions.size + removed.size} instructions, ${files.size} files, ${removed.size} deletions`,
    );
    print(
      `${answers.total()} answers, ${answers.unavailable()} of them «database_unavailable», the slowest after ${seconds(answers.slowestMs())} s`,
    );
    print(`longest time without a write at a server: ${seconds(Math.max(...outages))} s`);
    const late = [...lost, ...load.takeErrors(), ...answers.takeViolations()];
    for (const one of late) print(`✗ ${one}`);
    return late.length === 0 && results.every(({ violations }) => violations.length === 0);
  } finally {
    answers.stop();
    await stack.stop();
  }
}

async function oneBreak(
  postgres: PostgresCluster,
  stack: Stack,
  turn: number,
): Promise<TrialResult> {
  const fault = failover(postgres, Number(values.from) + turn);
  return judge(stack, fault, createRandom(seed + turn));
}

function errorsOf(load: Load, outageMs: number): string[] {
  const isLong = outageMs > maxOutageMs;
  return [
    ...(isLong ? [`no write was acknowledged for ${seconds(outageMs)} s`] : []),
    ...load.takeErrors(),
  ];
}

function printResult(turn: number, result: TrialResult, outageMs: number, stack: Stack): void {
  const { fault, violations, recoveryMs } = result;
  const mark = violations.length === 0 ? '✓' : '✗';
  print(
    `${mark} ${turn + 1} ${fault}: writes after ${seconds(outageMs)} s, recovered after ${seconds(recoveryMs)} s`,
  );
  if (violations.length === 0) return;
  for (const one of [...new Set(violations)].slice(0, 12)) print(`    ${one.slice(0, 300)}`);
  const isError = (line: string) => /ERROR|FATAL/.test(line);
  for (const one of stack.processes) printOutput(one, 4, isError);
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}

/** All answers of a stack's servers. */
export interface RecordedAnswers {
  /** Forbidden answers since the last call. */
  takeViolations(): string[];
  total(): number;
  /** Number of answers `database_unavailable`. */
  unavailable(): number;
  slowestMs(): number;
  stop(): void;
}

/** Records every answer in this process from an address on this machine. */
export function recordAnswers(): RecordedAnswers {
  const originalFetch = globalThis.fetch;
  let wrong: string[] = [];
  let total = 0;
  let unavailable = 0;
  let slowestMs = 0;

  globalThis.fetch = async (input, init) => {
    const address = String(input);
    if (!address.includes('//localhost:')) return originalFetch(input, init);
    const call = `${init?.method ?? 'GET'} ${new URL(address).pathname.replaceAll(/[\da-f-]{36}/g, '…')}`;
    const startedAt = performance.now();
    total += 1;
    try {
      const response = await originalFetch(input, init);
      await check(call, response);
      return response;
    } catch (error) {
      wrong.push(`${call}: no answer, ${String((error as Error).cause ?? error)}`);
      throw error;
    } finally {
      const ms = performance.now() - startedAt;
      slowestMs = Math.max(slowestMs, ms);
      if (ms > maxAnswerMs) wrong.push(`${call}: answered after ${Math.round(ms / 1000)} s`);
    }
  };

  async function check(call: string, response: Response): Promise<void> {
    if (response.status < 500 && response.status !== 401) return;
    const { code } = await errorOf(response.clone());
    if (code === 'database_unavailable') unavailable += 1;
    if (response.status !== 503 || !retryable.includes(code)) {
      wrong.push(`${call}: ${response.status} ${code}`);
    }
  }

  return {
    takeViolations: () => {
      const taken = wrong;
      wrong = [];
      return taken;
    },
    total: () => total,
    unavailable: () => unavailable,
    slowestMs: () => slowestMs,
    stop: () => {
      globalThis.fetch = originalFetch;
    },
  };
}
