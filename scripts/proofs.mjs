import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withPrepared } from './check/prepare.mjs';
import { readVitestReport, requireTests } from './check/reports.mjs';
import { steps } from './check/steps.mjs';
import { installTool } from './setup/install.mjs';
import { main, run, start } from './setup/process.mjs';
import { inProject, SetupError } from './setup/project.mjs';
import { sourceFlags } from './setup/server.mjs';

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

/** Keeps a core busy until the parent process ends. */
const busyLoop = 'const parent = process.ppid; while (process.ppid === parent);';

await main(async () => {
  const [name, ...args] = process.argv.slice(2);
  const chosen = name === undefined ? proofs : proofs.filter((proof) => proof.name === name);
  if (chosen.length === 0) {
    const names = proofs.map((proof) => proof.name).join(', ');
    throw new SetupError(`There is no proof "${name}"; there are ${names}.`);
  }
  const results = await withPrepared(chosen, (context) => runAll(chosen, context, args));
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

/**
 * Runs the long form of tests that have one: thousands of random schedules and races, complete
 * models, more runs of every property. `SEED`, `SCHEDULES` and `RACES` set seed and counts;
 * arguments name files: `npm run proofs -- schedules release-schedules`.
 */
async function schedules({ env, reports }, files) {
  const report = join(reports, 'schedules.json');
  const projects = ['--project', 'unit', '--project', 'integration'];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const vitest = inProject('node_modules', '.bin', 'vitest');
  const exitCode = await run(vitest, ['run', ...projects, ...reporters, ...files], {
    env: { SCHEDULES: '3000', RACES: '3000', ...env, LONG_PROOFS: '1' },
  });
  const { code, counts } = requireTests(exitCode, await readVitestReport(report));
  return { code, figures: `${counts.passed} tests passed, ${counts.failed} failed` };
}

/** Runs the fault matrix; `npm run proofs -- faults --only worker` runs some of its trials. */
async function faults({ node, env }, args) {
  const command = [...sourceFlags, 'quality/faults/run.ts', ...args];
  const { code, output } = await runCaptured(node, command, { env, isolated: true });
  return { code, figures: /^\d+ trials in .*$/m.exec(output)?.[0] ?? '' };
}

/**
 * Runs all journeys in every locale, every second run with all cores busy. `npm run proofs --
 * journeys --locale fr plan` runs some of them.
 */
async function journeys(context, args) {
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
  const runJourneys = await builtJourneys(context, names);
  const results = [];
  for (const [index, locale] of values.locale.entries()) {
    const isBusy = index % 2 === 1;
    console.log(`\n── ${locale}${isBusy ? ', with all cores busy' : ''} ──`);
    const inLocale = () => runJourneys({ JOURNEYS_LOCALE: locale });
    results.push(isBusy ? await withBusyCores(inLocale) : await inLocale());
  }
  return summaryOf(results);
}

/** Runs all journeys with delayed and reordered responses, in all widths and themes. */
async function lateAnswers(context, names) {
  const env = { ...context.env, ANSWERS_LATE_BY_MS: '1500', LONG_PROOFS: '1' };
  const runJourneys = await builtJourneys({ ...context, env }, names);
  return summaryOf([await runJourneys()]);
}

async function builtJourneys(context, names) {
  const build = steps.find(({ name }) => name === 'build');
  const journeysStep = steps.find(({ name }) => name === 'journeys');
  const { code } = await build.work(context);
  if (code !== 0) throw new SetupError('The product could not be built.');
  return (env = {}) =>
    journeysStep.work({ ...context, env: { ...context.env, ...env }, journeys: names });
}

function summaryOf(results) {
  const sum = (read) => results.reduce((total, result) => total + read(result), 0);
  const failed = sum(({ counts }) => counts.failed + counts.skipped.length);
  const passed = sum(({ counts }) => counts.passed);
  const isFine = failed === 0 && results.every(({ code }) => code === 0);
  const figures = `${results.length} runs: ${passed} passed, ${failed} failed`;
  return { code: isFine ? 0 : 1, figures };
}

async function withBusyCores(work) {
  const loops = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', busyLoop], { stdio: 'ignore' }),
  );
  try {
    return await work();
  } finally {
    for (const loop of loops) {
      const ended = once(loop, 'exit');
      loop.kill('SIGKILL');
      await ended;
    }
  }
}

/**
 * Tests the pure rules and the encryption by mutation with Stryker. Arguments are files, then
 * options of Stryker: `npm run proofs -- mutants
 * 'apps/server/src/features/billing/plans/*-rules.ts' --concurrency 1`.
 */
async function mutants({ env }, args) {
  const firstOption = args.findIndex((arg) => arg.startsWith('-'));
  const files = firstOption < 0 ? args : args.slice(0, firstOption);
  const options = args.slice(files.length);
  const chosen = files.length > 0 ? ['--mutate', files.join(',')] : [];
  await installTool('stryker');
  const stryker = inProject('tools', 'stryker', 'node_modules', '.bin', 'stryker');
  const { code, output } = await runCaptured(stryker, ['run', ...chosen, ...options], { env });
  return { code, figures: /^All files.*$/m.exec(output)?.[0]?.replace(/\s+/g, ' ') ?? '' };
}

async function runCaptured(command, args, options) {
  let output = '';
  const onOutput = (text) => {
    output += text;
  };
  const code = await start(command, args, { ...options, onOutput }).ended;
  return { code, output };
}
