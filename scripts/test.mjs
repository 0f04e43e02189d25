import { withPrepared } from './check/prepare.mjs';
import { steps } from './check/steps.mjs';
import { main } from './setup/process.mjs';
import { SetupError } from './setup/project.mjs';

const total = { passed: 0, failed: 0 };

await main(async () => {
  const chosen = chooseSteps(process.argv.slice(2));
  const started = performance.now();
  const failed = await withPrepared(chosen, (context) => firstFailing(chosen, context));
  console.log(
    failed ? `\nFailed: ${failed.title} (npm test -- ${failed.name})` : '\nEverything passed.',
  );
  console.log(`${secondsSince(started)} in total`);
  return failed ? 1 : 0;
});
if (process.exitCode !== 0 && total.failed === 0) total.failed = 1;
console.log(`${total.passed} passed, ${total.failed} failed`);

function chooseSteps(names) {
  const known = steps.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown)
    throw new SetupError(`There is no step "${unknown}"; there are ${known.join(', ')}.`);
  if (names.length === 0) return steps.filter(({ isPart }) => !isPart);
  const needed = steps.filter(({ name }) => names.includes(name)).map(({ needs }) => needs);
  return steps.filter(({ name }) => names.includes(name) || needed.includes(name));
}

async function firstFailing(chosen, context) {
  for (const step of chosen) {
    console.log(`\n── ${step.title} ──`);
    const started = performance.now();
    const isFine = await runStep(step, context);
    console.log(`${isFine ? '✓' : '✗'} ${step.name}, ${secondsSince(started)}`);
    if (!isFine) return step;
  }
  return undefined;
}

async function runStep(step, context) {
  const { code, counts } = await step.work(context);
  for (const name of counts.skipped) console.error(`Skipped, which counts as failed: ${name}`);
  const failed = counts.failed + counts.skipped.length;
  total.passed += counts.passed;
  total.failed += failed;
  return code === 0 && failed === 0;
}

function secondsSince(started) {
  return `${((performance.now() - started) / 1000).toFixed(1)} s`;
}
