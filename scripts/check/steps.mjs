import { join } from 'node:path';
import { buildProduct } from '../setup/build.mjs';
import { run } from '../setup/process.mjs';
import { inProject, SetupError } from '../setup/project.mjs';
import { noTests, readPlaywrightReport, readVitestReport, requireTests } from './reports.mjs';

const colours = process.stdout.isTTY ? 'force' : 'off';

/**
 * The steps of `npm test`, cheapest first. Each gets `{ node, env, reports }` (`withPrepared`) and
 * returns an exit code and counts. A step that `isPart` of another one runs only by name.
 */
export const steps = [
  {
    name: 'format',
    title: 'Format and lint',
    work: command('biome', 'ci', '--error-on-warnings', `--colors=${colours}`),
  },
  {
    name: 'types',
    title: 'Types',
    // Threads of one compiler repeat each other's work: three single-threaded compilers are faster.
    work: inParallel(
      command('tsc', '--singleThreaded', '-p', '.'),
      command('tsc', '--singleThreaded', '-p', 'apps/web'),
      command('tsc', '--singleThreaded', '-p', 'quality/e2e'),
    ),
  },
  {
    name: 'architecture',
    title: 'Imports, unused code, columns in SQL, waits in journeys, log codes, wording',
    work: inParallel(command('knip'), script('architecture'), script('sources'), script('prose')),
  },
  {
    name: 'tests',
    title: 'Unit tests, locales, screens in a browser, integration tests on PostgreSQL',
    work: vitest('locales', 'unit', 'components', 'integration'),
    usesBrowser: true,
  },
  {
    name: 'unit',
    title: 'Unit tests, locales, and screens in a browser',
    work: vitest('locales', 'unit', 'components'),
    usesBrowser: true,
    isPart: true,
  },
  {
    name: 'integration',
    title: 'Integration tests on PostgreSQL',
    work: vitest('integration'),
    isPart: true,
  },
  { name: 'build', title: 'Build of the server and of the web application', work: build },
  {
    name: 'journeys',
    title: 'Journeys in a browser',
    work: playwright,
    needs: 'build',
    usesBrowser: true,
  },
];

function command(name, ...args) {
  return async ({ env }) => {
    const code = await run(inProject('node_modules', '.bin', name), args, { env });
    return { code, counts: noTests };
  };
}

function inParallel(...works) {
  return async (context) => {
    const results = await Promise.all(works.map((work) => work(context)));
    return results.find(({ code }) => code !== 0) ?? { code: 0, counts: noTests };
  };
}

function script(name) {
  return async ({ node, env }) => {
    const code = await run(node, [`scripts/check/${name}.mjs`], { env });
    return { code, counts: noTests };
  };
}

async function build() {
  try {
    await buildProduct();
    return { code: 0, counts: noTests };
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(error.message);
    return { code: 1, counts: noTests };
  }
}

function vitest(...projects) {
  return async ({ env, reports }) => {
    const report = join(reports, `${projects.join('-')}.json`);
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const chosen = projects.flatMap((project) => ['--project', project]);
    const args = ['run', ...chosen, ...reporters];
    const code = await run(inProject('node_modules', '.bin', 'vitest'), args, { env });
    return requireTests(code, await readVitestReport(report).catch(() => noTests));
  };
}

/** All journeys, or those in the files named by `journeys`. */
async function playwright({ env, reports, journeys = [] }) {
  const report = join(reports, 'journeys.json');
  // Playwright detects the terminal itself, and would warn about this in every process.
  const { NO_COLOR: _, ...rest } = env;
  const code = await run(inProject('node_modules', '.bin', 'playwright'), ['test', ...journeys], {
    cwd: inProject('quality', 'e2e'),
    env: { ...rest, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  return requireTests(code, await readPlaywrightReport(report).catch(() => noTests));
}
