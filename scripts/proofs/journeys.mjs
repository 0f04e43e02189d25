import { readdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { withBusyCores } from '../check/busy-cores.mjs';
import { steps } from '../check/steps.mjs';
import { inProject, SetupError } from '../setup/project.mjs';

/**
 * All journeys in every locale, every second run with all cores busy: what depends on the speed of
 * the machine fails here. `npm run proofs -- journeys --locale fr newcomer` runs some of them.
 */
export async function journeys(context, args) {
  const folders = await readdir(inProject('packages', 'locales'));
  const locales = folders.filter((name) => /^[a-z]{2}$/.test(name));
  const { values, positionals: names } = parseArgs({
    args,
    options: { locale: { type: 'string', multiple: true, default: locales } },
    allowPositionals: true,
  });
  const unknown = values.locale.find((locale) => !locales.includes(locale));
  if (unknown)
    throw new SetupError(`There is no locale "${unknown}"; there are ${locales.join(', ')}.`);
  const run = await builtJourneys(context, names);
  const results = [];
  for (const [at, locale] of values.locale.entries()) {
    const isBusy = at % 2 === 1;
    console.log(`\n── ${locale}${isBusy ? ', with all cores busy' : ''} ──`);
    const inLocale = () => run({ JOURNEYS_LOCALE: locale });
    results.push(isBusy ? await withBusyCores(inLocale) : await inLocale());
  }
  return summaryOf(results);
}

/** All journeys with answers of the server that come late and in any order, in all widths and themes. */
export async function lateAnswers(context, names) {
  const env = { ...context.env, ANSWERS_LATE_BY_MS: '1500', LONG_PROOFS: '1' };
  const run = await builtJourneys({ ...context, env }, names);
  return summaryOf([await run()]);
}

async function builtJourneys(context, names) {
  const build = steps.find(({ name }) => name === 'build');
  const journeys = steps.find(({ name }) => name === 'journeys');
  const { code } = await build.work(context);
  if (code !== 0) throw new SetupError('The product could not be built.');
  return (env = {}) =>
    journeys.work({ ...context, env: { ...context.env, ...env }, journeys: names });
}

function summaryOf(results) {
  const sum = (read) => results.reduce((total, result) => total + read(result), 0);
  const failed = sum(({ counts }) => counts.failed + counts.skipped.length);
  const passed = sum(({ counts }) => counts.passed);
  const isFine = failed === 0 && results.every(({ code }) => code === 0);
  const figures = `${results.length} runs: ${passed} passed, ${failed} failed`;
  return { code: isFine ? 0 : 1, figures };
}
