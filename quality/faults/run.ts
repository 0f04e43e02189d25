import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { startPostgresStandIn, withoutDisk } from '@zavet/postgres-stand-in/stand-in';
import { bounceFaults } from './bounce-faults.ts';
import { pointKills, randomKill } from './kills.ts';
import { mixedFaults } from './mixed-faults.ts';
import { databaseOutages, mailOutages, paymentOutages } from './outages.ts';
import { print, printOutput, runJudgedTrial, tableOf } from './report.ts';
import { requestFaults } from './request-faults.ts';
import { retentionFaults } from './retention-faults.ts';
import { openStack, type Stack } from './stack.ts';
import { createRandom, type Fault, type TrialResult } from './trial.ts';
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
print(`seed ${seed}, ${total} trials on ${values.stacks} stacks`);

await Promise.all(Array.from({ length: Math.min(total, Number(values.stacks)) }, runQueue));

const violated = results.filter(({ violations }) => violations.length > 0);
print(`\n${tableOf(results)}`);
print(`\n${total} trials in ${Math.round((performance.now() - startedAt) / 1000)} s`);
print(
  violated.length === 0
    ? 'No violations.'
    : `${violated.length} trials with violations: npm run proofs -- faults --seed ${seed}`,
);
process.exit(violated.length === 0 ? 0 : 1);

/** All trials to run; rare and slow faults first. */
function faults(): Fault[] {
  const times = (count: number, listed: Fault[]) =>
    Array.from({ length: count }, () => listed).flat();
  return [
    ...times(Number(values.database), databaseOutages()),
    ...times(Number(values.rounds), [
      ...mailOutages(),
      ...bounceFaults(),
      ...waitingFaults(),
      ...retentionFaults(),
      ...requestFaults(),
      ...mixedFaults(),
      ...paymentOutages(),
      ...pointKills(),
    ]),
    ...times(Number(values.random), [randomKill()]),
  ].filter(({ name }) => name.includes(values.only));
}

/** Starts a stack and runs trials on it one after another. */
async function runQueue(): Promise<void> {
  const postgres = await startPostgresStandIn({ ...withoutDisk, max_connections: '200' });
  const stack = await openStack(await postgres.newDatabase('zavet'), postgres.crashAndRecover);
  for (const [index, fault] of queue) {
    const result = await runJudgedTrial(stack, fault, createRandom(seed + index));
    results.push(result);
    if (result.violations.length > 0) printViolations(index, result, stack);
    if (results.length % 20 === 0) print(`${results.length} of ${total}`);
  }
  await stack.stop();
  await postgres.stop();
}

function printViolations(index: number, { fault, violations }: TrialResult, stack: Stack): void {
  print(`\n✗ trial ${index}, ${fault}:`);
  for (const violation of violations.slice(0, 12)) print(`  ${violation}`);
  for (const one of [...stack.servers, stack.worker]) printOutput(one, 8);
}
