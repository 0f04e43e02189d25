import { parseArgs } from 'node:util';
import { type PostgresCluster, startCluster } from '@zavet/postgres-stand-in/cluster';
import { createRandom } from '../random.ts';
import { openStack, type Stack } from '../stack.ts';
import { tableOf } from '../table.ts';
import { runTrial, type TrialResult } from '../trial.ts';
import { lostOf } from './acknowledged.ts';
import { failover } from './breaks.ts';
import { type Load, startLoad } from './load.ts';
import { watchAnswers } from './watched-answers.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    kills: { type: 'string', default: '20' },
    /** Which kind of break comes first. */
    from: { type: 'string', default: '0' },
  },
});
const seed = Number(values.seed);
const kills = Number(values.kills);
const longestSilenceMs = 60_000;
const startedAt = performance.now();

say(`seed ${seed}, ${kills} breaks of three PostgreSQL`);
const cluster = await startCluster();
let isFine = false;
try {
  isFine = await breakAgainAndAgain(cluster);
} finally {
  await cluster.stop();
}
say(`${Math.round((performance.now() - startedAt) / 1000)} s`);
process.exit(isFine ? 0 : 1);

async function breakAgainAndAgain(broken: PostgresCluster): Promise<boolean> {
  const stack = await openStack(broken.url, undefined, ['worker 2']);
  const answers = watchAnswers();
  const results: TrialResult[] = [];
  const silences: number[] = [];
  try {
    const load = await startLoad(stack);
    for (let turn = 0; turn < kills; turn++) {
      const result = await oneBreak(broken, stack, turn);
      // What is written right after a recovery counts for it.
      await broken.whole();
      const silenceMs = load.takeLongestSilenceMs();
      silences.push(silenceMs);
      result.violations.push(...troublesOf(load, silenceMs), ...answers.takeWrong());
      results.push(result);
      tell(turn, result, silenceMs, stack);
    }
    await load.stop();
    const lost = await lostOf(stack, load.acknowledged);
    const { accounts, instructions, removed, files } = load.acknowledged;
    say(`\n${tableOf(results)}\n`);
    say(
      `acknowledged: ${accounts.length} accounts, ${instructions.size + removed.size} instructions, ${files.size} files, ${removed.size} deletions`,
    );
    say(
      `${answers.total()} answers, ${answers.unavailable()} of them «database_unavailable», the slowest after ${seconds(answers.slowestMs())} s`,
    );
    say(`longest time without a write at a server: ${seconds(Math.max(...silences))} s`);
    const late = [...lost, ...load.takeTroubles(), ...answers.takeWrong()];
    for (const one of late) say(`✗ ${one}`);
    return late.length === 0 && results.every(({ violations }) => violations.length === 0);
  } finally {
    answers.stop();
    await stack.stop();
  }
}

async function oneBreak(broken: PostgresCluster, stack: Stack, turn: number): Promise<TrialResult> {
  const fault = failover(broken, Number(values.from) + turn);
  return runTrial(stack, fault, createRandom(seed + turn)).catch((error) => ({
    fault: fault.name,
    violations: [String(error?.stack ?? error)],
    repeated: 0,
    recoveryMs: 0,
  }));
}

function troublesOf(load: Load, silenceMs: number): string[] {
  const isLong = silenceMs > longestSilenceMs;
  return [
    ...(isLong ? [`no write was acknowledged for ${seconds(silenceMs)} s`] : []),
    ...load.takeTroubles(),
  ];
}

function tell(turn: number, result: TrialResult, silenceMs: number, stack: Stack): void {
  const { fault, violations, recoveryMs } = result;
  const mark = violations.length === 0 ? '✓' : '✗';
  say(
    `${mark} ${turn + 1} ${fault}: writes again after ${seconds(silenceMs)} s, all done after ${seconds(recoveryMs)} s`,
  );
  if (violations.length === 0) return;
  for (const one of [...new Set(violations)].slice(0, 12)) say(`    ${one.slice(0, 300)}`);
  for (const one of stack.processes) {
    const lines = one
      .output()
      .trimEnd()
      .split('\n')
      .slice(-30)
      .filter((line) => /ERROR|FATAL/.test(line))
      .slice(-4);
    say(`  ${one.name}:\n${lines.map((line) => `    ${line.slice(0, 300)}`).join('\n')}`);
  }
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
