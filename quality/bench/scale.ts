import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgresStandIn } from '@zavet/postgres-stand-in/stand-in';
import { medians } from './measure.ts';
import {
  createPlanReader,
  diskLines,
  explainEverything,
  growingTables,
  wideReads,
} from './scale-database.ts';
import { fillScene, openScene, publicUrl, type Scene } from './scale-scene.ts';
import { closeQueues, jobSteps, releaseStep, requestSteps, type Step } from './scale-steps.ts';
import { onDatabase } from './server.ts';

const smallOwners = 10_000;
const maxRatio = 1.3;
/** The usual difference between two runs on an idle machine. */
const noiseMs = 1.5;
const jobRounds = 15;
const releaseRounds = 9;
/** Two additional rounds for warm-up, one to read the query plans. */
const releases = releaseRounds + 3;

/**
 * Measures requests, jobs and a release with a hundred times as many owners, the rows that they
 * read from growing tables, and disk usage.
 */
export async function scale(options: readonly string[] = []): Promise<string[]> {
  const largeOwners = ownersIn(options);
  const print = (line: string) => process.stdout.write(`  ${line}\n`);
  const reader = createPlanReader();
  const settings = { shared_buffers: '1GB', max_wal_size: '8GB', autovacuum: 'off' };
  const postgres = await startPostgresStandIn(settings, reader.onLog);
  const scenes: Scene[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'zavet-scale-'));
  try {
    const environmentOf = (name: string) => ({
      PUBLIC_URL: publicUrl,
      DATA_DIR: join(folder, name),
    });
    const fill = async (name: string, owners: number) => {
      const startedAt = performance.now();
      const url = await postgres.newDatabase(name);
      await setDurable(url, false);
      const filled = await fillScene(url, environmentOf(name), owners, releases);
      await setDurable(url, true);
      print(
        `(${owners} owners filled in ${((performance.now() - startedAt) / 1000).toFixed(0)} s)`,
      );
      return filled;
    };
    const filled = [await fill('small', smallOwners), await fill('large', largeOwners)];
    for (const one of filled) scenes.push(await openScene(one));
    const [small, large] = scenes as [Scene, Scene];
    for (const line of await diskLines(large.databaseUrl)) print(line);
    const steps = [
      ...requestSteps,
      ...(await jobSteps(large, jobRounds)),
      releaseStep(releaseRounds),
    ];
    const failures: string[] = [];
    for (const step of steps) {
      const { line, isTooSlow } = await compare(step, small, large);
      print(line);
      if (isTooSlow) failures.push(line);
    }
    const growing = await growingTables(small.databaseUrl, large.databaseUrl);
    await large.server.stop();
    scenes.pop();
    await closeQueues();
    await explainEverything(large.databaseUrl);
    const explained = await openScene(large);
    scenes.push(explained);
    let planCount = 0;
    for (const step of steps) {
      const plans = await reader.plansOf(() => step.run(explained, 0));
      const wide = wideReads(plans, growing).map((read) => `${step.name}: ${read}`);
      planCount += plans.length;
      for (const line of wide) print(line);
      failures.push(...wide);
    }
    if (planCount < steps.length) throw new Error(`Only ${planCount} plans were logged.`);
    if (failures.length > 0)
      throw new Error(`${failures.length} steps read too much or are too slow.`);
    return [
      `(${growing.size} tables grow with the owners; in ${planCount} plans no step reads one of them as a whole)`,
    ];
  } finally {
    await closeQueues();
    for (const scene of scenes) await scene.server.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function ownersIn(options: readonly string[]): number {
  const given = options.find((option) => option.startsWith('--owners='));
  return given ? Number(given.slice('--owners='.length)) : 1_000_000;
}

async function compare(step: Step, small: Scene, large: Scene) {
  const first = await measure(step, step.rounds, small, large);
  // Few measurements of a few milliseconds are unreliable: measure again with more rounds.
  return first.isTooSlow && !step.consumes ? measure(step, 4 * step.rounds, small, large) : first;
}

async function measure(step: Step, rounds: number, small: Scene, large: Scene) {
  let round = 0;
  const found = await medians(rounds, {
    small: () => step.run(small, Math.floor(round++ / 2)),
    large: () => step.run(large, Math.floor(round++ / 2)),
  });
  const ratio = found.large / found.small;
  const isTooSlow = ratio > maxRatio && found.large - found.small > noiseMs;
  const figures = `${found.large.toFixed(1)} ms : ${found.small.toFixed(1)} ms`;
  return {
    isTooSlow,
    line: `${step.name}  ${ratio.toFixed(2)} (at most ${maxRatio}; medians of ${rounds}, ${figures})${isTooSlow ? ' TOO MUCH' : ''}`,
  };
}

/** Durable writes are off while filling and on while measuring. */
async function setDurable(url: string, isDurable: boolean): Promise<void> {
  await onDatabase(url, async (query) => {
    for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
      await query(`alter system ${isDurable ? `reset ${name}` : `set ${name} = off`}`);
    }
    await query('select pg_reload_conf()');
  });
}
