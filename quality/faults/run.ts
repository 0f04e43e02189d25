import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { startPostgresStandIn, withoutDisk } from '@zavet/postgres-stand-in/stand-in';
import { bounceFaults } from './bounce-faults.ts';
import { pointKills, randomKill } from './kills.ts';
import { mixedFaults } from './mixed-faults.ts';
import { createRandom } from './random.ts';
import { requestFaults } from './request-faults.ts';
import { retentionFaults } from './retention-faults.ts';
import { openStack, type Stack } from './stack.ts';
import { tableOf } from './table.ts';
import { type Fault, runTrial, type TrialResult } from './trial.ts';
import { databaseTroubles, mailTroubles, paymentTroubles } from './troubles.ts';
import { waitingFaults } from './waiting-faults.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    random: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '2' },
    database: { type: 'string', default: '12' },
    stacks: { type: 'string', default: String(3 * availableParallelism()) },
    only: { type: 'string', default: '' },
  },
});
const seed = Number(values.seed);
const startedAt = performance.now();
const results: TrialResult[] = [];
const queue = faults().entries();
const total = faults().length;
say(`seed ${seed}, ${total} trials on ${values.stacks} stacks`);

await Promise.all(Array.from({ length: Math.min(total, Number(values.stacks)) }, workOff));

const violated = results.filter(({ violations }) => violations.length > 0);
say(`\n${tableOf(results)}`);
say(`\n${total} trials in ${Math.round((performance.now() - startedAt) / 1000)} s`);
say(
  violated.length === 0
    ? 'Nothing was violated.'
    : `${violated.length} violated: npm run proofs -- faults --seed ${seed}`,
);
process.exit(violated.length === 0 ? 0 : 1);

/** What is tried, the rare and slow first. */
function faults(): Fault[] {
  const times = (count: number, made: Fault[]) => Array.from({ length: count }, () => made).flat();
  return [
    ...times(Number(values.database), databaseTroubles()),
    ...times(Number(values.rounds), [
      ...mailTroubles(),
      ...bounceFaults(),
      ...waitingFaults(),
      ...retentionFaults(),
      ...requestFaults(),
      ...mixedFaults(),
      ...paymentTroubles(),
      ...pointKills(),
    ]),
    ...times(Number(values.random), [randomKill()]),
  ].filter(({ name }) => name.includes(values.only));
}

/** One stack, one trial after another. */
async function workOff(): Promise<void> {
  const postgres = await startPostgresStandIn({ ...withoutDisk, max_connections: '200' });
  const stack = await openStack(await postgres.newDatabase('zavet'), postgres.breakDown);
  for (const [index, fault] of queue) {
    const result = await runTrial(stack, fault, createRandom(seed + index)).catch((error) => ({
      fault: fault.name,
      violations: [String(error?.stack ?? error)],
      repeated: 0,
      recoveryMs: 0,
    }));
    results.push(result);
    if (result.violations.length > 0) complain(index, result, stack);
    if (results.length % 20 === 0) say(`${results.length} of ${total}`);
  }
  await stack.stop();
  await postgres.stop();
}

function complain(index: number, { fault, violations }: TrialResult, stack: Stack): void {
  say(
    `\n✗ trial ${index}, ${fault}:\n${violations
      .slice(0, 12)
      .map((one) => `  ${one}`)
      .join('\n')}`,
  );
  for (const one of [...stack.servers, stack.worker]) {
    const lines = one.output().trimEnd().split('\n').slice(-8);
    say(`  ${one.name}:\n${lines.map((line) => `    ${line.slice(0, 400)}`).join('\n')}`);
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
