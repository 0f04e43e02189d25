import { parseArgs } from 'node:util';
import { withBusyCores } from './check/busy-cores.mjs';
import { prepare } from './check/prepare.mjs';
import { steps } from './check/steps.mjs';
import { main } from './setup/process.mjs';
import { SetupError } from './setup/project.mjs';
import { withScratchFolder } from './setup/scratch.mjs';

/**
 * All journeys many times over, every second time with all cores busy: what depends on the speed of
 * the machine fails here. `npm run endurance -- --times 4 newcomer` repeats some of them.
 */
await main(async () => {
  const { times, names } = readArguments(process.argv.slice(2));
  const build = steps.find(({ name }) => name === 'build');
  const journeys = steps.find(({ name }) => name === 'journeys');
  const results = await withScratchFolder(async (scratch) => {
    const context = await prepare([build, journeys], scratch);
    const { code } = await build.work(context);
    if (code !== 0) throw new SetupError('There is nothing to walk through.');
    return runMany(times, () => journeys.work({ ...context, journeys: names }));
  });
  console.log('');
  for (const { run, isBusy, passed, failed, seconds } of results) {
    const state = isBusy ? 'busy' : 'quiet';
    console.log(`run ${run}, ${state}: ${passed} passed, ${failed} failed, ${seconds} s`);
  }
  return results.every(({ isFine }) => isFine) ? 0 : 1;
});

function readArguments(args) {
  const { values, positionals } = parseArgs({
    args,
    options: { times: { type: 'string', default: '10' } },
    allowPositionals: true,
  });
  const times = Number(values.times);
  if (!Number.isInteger(times) || times < 1) throw new SetupError('--times is a number of runs.');
  return { times, names: positionals };
}

async function runMany(times, runOnce) {
  const results = [];
  for (let run = 1; run <= times; run += 1) {
    const isBusy = run % 2 === 0;
    console.log(`\n── Run ${run} of ${times}${isBusy ? ', with all cores busy' : ''} ──`);
    const started = performance.now();
    const { code, counts } = isBusy ? await withBusyCores(runOnce) : await runOnce();
    results.push({
      run,
      isBusy,
      passed: counts.passed,
      failed: counts.failed + counts.skipped.length,
      isFine: code === 0 && counts.failed === 0 && counts.skipped.length === 0,
      seconds: Math.round((performance.now() - started) / 1000),
    });
  }
  return results;
}
