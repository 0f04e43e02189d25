import { prepare } from './check/prepare.mjs';
import { faults } from './proofs/faults.mjs';
import { journeys, lateAnswers } from './proofs/journeys.mjs';
import { mutants } from './proofs/mutants.mjs';
import { schedules } from './proofs/schedules.mjs';
import { main } from './setup/process.mjs';
import { SetupError } from './setup/project.mjs';
import { withScratchFolder } from './setup/scratch.mjs';

/**
 * The proofs that take too long for `npm test`. Each gets `{ node, env, reports }` and its own
 * arguments, and returns an exit code and a line of figures.
 */
const proofs = [
  { name: 'schedules', work: schedules },
  { name: 'faults', work: faults },
  { name: 'journeys', work: journeys, usesBrowser: true },
  { name: 'late-answers', work: lateAnswers, usesBrowser: true },
  { name: 'mutants', work: mutants },
];

await main(async () => {
  const [name, ...args] = process.argv.slice(2);
  const chosen = name === undefined ? proofs : proofs.filter((proof) => proof.name === name);
  if (chosen.length === 0) {
    const names = proofs.map((proof) => proof.name).join(', ');
    throw new SetupError(`There is no proof "${name}"; there are ${names}.`);
  }
  const results = await withScratchFolder(async (scratch) => {
    const context = await prepare(chosen, scratch);
    return runAll(chosen, context, args);
  });
  console.log('');
  for (const { name, code, seconds, figures } of results) {
    const verdict = code === 0 ? 'passed' : 'FAILED';
    console.log(`${name.padEnd(14)}${verdict.padEnd(8)}${`${seconds} s`.padStart(8)}  ${figures}`);
  }
  return results.every(({ code }) => code === 0) ? 0 : 1;
});

async function runAll(chosen, context, args) {
  const results = [];
  for (const { name, work } of chosen) {
    console.log(`\n── ${name} ──`);
    const started = performance.now();
    const { code, figures } = await work(context, args);
    const seconds = Math.round((performance.now() - started) / 1000);
    results.push({ name, code, seconds, figures });
  }
  return results;
}
