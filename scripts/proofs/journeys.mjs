import { parseArgs } from 'node:util';
import { withBusyCores } from '../check/busy-cores.mjs';
import { steps } from '../check/steps.mjs';
import { SetupError } from '../setup/project.mjs';

/**
 * All journeys repeated, every second time with all cores busy: what depends on the speed of the
 * machine fails here. `npm run proofs -- journeys --times 4 newcomer` repeats some of them.
 */
export async function journeys(context, args) {
  const { values, positionals: names } = parseArgs({
    args,
    options: { times: { type: 'string', default: '10' } },
    allowPositionals: true,
  });
  const times = Number(values.times);
  if (!Number.isInteger(times) || times < 1) throw new SetupError('--times is a number of runs.');
  const walk = await builtJourneys(context, names);
  const results = [];
  for (let at = 1; at <= times; at += 1) {
    const isBusy = at % 2 === 0;
    console.log(`\n── Run ${at} of ${times}${isBusy ? ', with all cores busy' : ''} ──`);
    results.push(isBusy ? await withBusyCores(walk) : await walk());
  }
  return summaryOf(results);
}

/** All journeys with answers of the server that come late and in any order, in all widths and themes. */
export async function lateAnswers(context, names) {
  const env = { ...context.env, ANSWERS_LATE_BY_MS: '1500', LONG_PROOFS: '1' };
  const walk = await builtJourneys({ ...context, env }, names);
  return summaryOf([await walk()]);
}

async function builtJourneys(context, names) {
  const build = steps.find(({ name }) => name === 'build');
  const journeys = steps.find(({ name }) => name === 'journeys');
  const { code } = await build.work(context);
  if (code !== 0) throw new SetupError('The product could not be built.');
  return () => journeys.work({ ...context, journeys: names });
}

function summaryOf(results) {
  const sum = (read) => results.reduce((total, result) => total + read(result), 0);
  const failed = sum(({ counts }) => counts.failed + counts.skipped.length);
  const passed = sum(({ counts }) => counts.passed);
  const isFine = failed === 0 && results.every(({ code }) => code === 0);
  const figures = `${results.length} runs: ${passed} passed, ${failed} failed`;
  return { code: isFine ? 0 : 1, figures };
}
