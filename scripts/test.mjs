import { prepare } from './check/prepare.mjs';
import { steps } from './check/steps.mjs';
import { main } from './setup/process.mjs';
import { SetupError } from './setup/project.mjs';
import { withScratchFolder } from './setup/scratch.mjs';

const total = { passed: 0, failed: 0 };

await main(async () => {
  const chosen = chooseSteps(process.argv.slice(2));
  const started = performance.now();
  const failed = await withScratchFolder(async (scratch) =>
    failingSteps(chosen, await prepare(chosen, scratch)),
  );
  for (const { title, name } of failed) console.log(`\nFailed: ${title} (npm test -- ${name})`);
  if (failed.length === 0) console.log('\nEverything passed.');
  console.log(`${secondsSince(started)} in total`);
  return failed.length > 0 ? 1 : 0;
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

/** First the steps without a lane, then the lanes side by side: one computes while another waits. */
async function failingSteps(chosen, context) {
  const inLane = (lane) => chosen.filter((step) => step.lane === lane);
  const failed = await firstFailing(inLane(undefined), context);
  if (failed) return [failed];
  const names = new Set(chosen.map(({ lane }) => lane).filter(Boolean));
  // Only one lane may print as it runs; the others are printed whole.
  const [live = [], ...silent] = [...names].map(inLane);
  const results = await Promise.all([
    firstFailing(live, context),
    ...silent.map(async (steps) => {
      const texts = [];
      const output = (text) => texts.push(text);
      const result = await firstFailing(steps, { ...context, output });
      process.stdout.write(texts.join(''));
      return result;
    }),
  ]);
  return results.filter(Boolean);
}

async function firstFailing(chosen, context) {
  const { output = (text) => process.stdout.write(text) } = context;
  for (const step of chosen) {
    output(`\n── ${step.title} ──\n`);
    const started = performance.now();
    const isFine = await runStep(step, context, output);
    output(`${isFine ? '✓' : '✗'} ${step.name}, ${secondsSince(started)}\n`);
    if (!isFine) return step;
  }
  return undefined;
}

async function runStep(step, context, output) {
  const { code, counts } = await step.work(context);
  for (const name of counts.skipped) output(`Skipped, which counts as failed: ${name}\n`);
  const failed = counts.failed + counts.skipped.length;
  total.passed += counts.passed;
  total.failed += failed;
  return code === 0 && failed === 0;
}

function secondsSince(started) {
  return `${((performance.now() - started) / 1000).toFixed(1)} s`;
}
