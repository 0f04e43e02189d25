import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgresStandIn } from '@zavet/postgres-stand-in/stand-in';
import { onDatabase } from './on-database.ts';
import { medians } from './rounds.ts';
import { diskLines, growingTables } from './scale-disk.ts';
import { createPlanReader, explainEverything, wideReads } from './scale-plans.ts';
import { fillScene, openScene, publicUrl, type Scene } from './scale-scene.ts';
import { closeQueues, jobSteps, releaseStep, requestSteps, type Step } from './scale-steps.ts';

const smallOwners = 10_000;
const most = 1.3;
/** What two runs on a quiet machine differ by anyway. */
const noiseMs = 1.5;
const jobRounds = 15;
const releaseRounds = 9;
/** Both warm-ups of each round's median, and the look at plans. */
const releases = releaseRounds + 3;

/**
 * What requests, jobs and a release cost when there are a hundred times as many owners, what they read of
 * tables that grow, and what the disk holds.
 */
export async function scale(options: readonly string[] = []): Promise<string[]> {
  const largeOwners = ownersIn(options);
  const say = (line: string) => process.stdout.write(`  ${line}\n`);
  const reader = createPlanReader();
  const settings = { shared_buffers: '1GB', max_wal_size: '8GB', autovacuum: 'off' };
  const postgres = await startPostgresStandIn(settings, reader.hear);
  const scenes: Scene[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'zavet-scale-'));
  try {
    const environmentOf = (name: string) => ({
      MASTER_KEY: randomBytes(32).toString('base64'),
      PUBLIC_URL: publicUrl,
      DATA_DIR: join(folder, name),
    });
    const fill = async (name: string, owners: number) => {
      const startedAt = performance.now();
      const url = await postgres.newDatabase(name);
      await durably(url, false);
      const filled = await fillScene(url, environmentOf(name), owners, releases);
      await durably(url, true);
      say(`(${owners} owners filled in ${((performance.now() - startedAt) / 1000).toFixed(0)} s)`);
      return filled;
    };
    const filled = [await fill('small', smallOwners), await fill('large', largeOwners)];
    for (const one of filled) scenes.push(await openScene(one));
    const [small, large] = scenes as [Scene, Scene];
    for (const line of await diskLines(large.databaseUrl)) say(line);
    const steps = [
      ...requestSteps,
      ...(await jobSteps(large, jobRounds)),
      releaseStep(releaseRounds),
    ];
    const failures: string[] = [];
    for (const step of steps) {
      const { line, isTooSlow } = await compare(step, small, large);
      say(line);
      if (isTooSlow) failures.push(line);
    }
    const growing = await growingTables(small.databaseUrl, large.databaseUrl);
    await large.server.stop();
    scenes.pop();
    await closeQueues();
    await explainEverything(large.databaseUrl);
    const explained = await openScene(large);
    scenes.push(explained);
    let seen = 0;
    for (const step of steps) {
      const plans = await reader.plansOf(() => step.run(explained, 0));
      const wide = wideReads(plans, growing).map((read) => `${step.name}: ${read}`);
      seen += plans.length;
      for (const line of wide) say(line);
      failures.push(...wide);
    }
    if (seen < steps.length) throw new Error(`Only ${seen} plans were heard of.`);
    if (failures.length > 0)
      throw new Error(`${failures.length} of the steps read or take too much.`);
    return [
      `(${growing.size} tables grow with the owners; in ${seen} plans no step reads one of them as a whole)`,
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
  // A few milliseconds once measured say little: what seems too slow is looked at more closely.
  return first.isTooSlow && !step.isUsedUp ? measure(step, 4 * step.rounds, small, large) : first;
}

async function measure(step: Step, rounds: number, small: Scene, large: Scene) {
  let round = 0;
  const found = await medians(rounds, {
    small: () => step.run(small, Math.floor(round++ / 2)),
    large: () => step.run(large, Math.floor(round++ / 2)),
  });
  const ratio = found.large / found.small;
  const isTooSlow = ratio > most && found.large - found.small > noiseMs;
  const figures = `${found.large.toFixed(1)} ms : ${found.small.toFixed(1)} ms`;
  return {
    isTooSlow,
    line: `${step.name}  ${ratio.toFixed(2)} (at most ${most}; medians of ${rounds}, ${figures})${isTooSlow ? ' TOO MUCH' : ''}`,
  };
}

/** Filling need not outlive a power cut; what is measured does. */
async function durably(url: string, isDurable: boolean): Promise<void> {
  await onDatabase(url, async (query) => {
    for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
      await query(`alter system ${isDurable ? `reset ${name}` : `set ${name} = off`}`);
    }
    await query('select pg_reload_conf()');
  });
}
