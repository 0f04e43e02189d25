import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import runOptions from '../../apps/server/run-options.json' with { type: 'json' };
import { bounces } from './bounces.ts';
import { container } from './container.ts';
import { imap } from './imap.ts';
import { monitoring } from './monitoring.ts';
import { newcomer } from './newcomer.ts';
import { objectStore } from './object-store.ts';
import { packaged } from './package.ts';
import { pitr } from './pitr.ts';
import { pooler } from './pooler.ts';
import { proxy } from './proxy.ts';
import { soak } from './soak.ts';
import { upgrade } from './upgrade.ts';

/**
 * Three PostgreSQL under Patroni, broken repeatedly under load. The trial itself is part of the
 * fault matrix, which uses the product from inside.
 */
export async function failover(print: (line: string) => void, options: string[]): Promise<void> {
  const entry = 'quality/faults/failover/run.ts';
  const sources = '--import=./apps/server/load-sources.mjs';
  const child = spawn(process.execPath, [...runOptions.flags, sources, entry, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  createInterface({ input: child.stdout }).on('line', print);
  const [code] = await ended;
  if (code !== 0) throw new Error('violations, see above');
}

type Trial = (print: (line: string) => void, options: string[]) => Promise<void>;

/** Each prints figures and throws at the first false claim. */
const trials: Record<string, Trial> = {
  bounces,
  container,
  failover,
  imap,
  monitoring,
  newcomer,
  'object-store': objectStore,
  package: packaged,
  pitr,
  pooler,
  proxy,
  soak,
  upgrade,
};
/** Names first, then options of a trial: `failover --kills 4`. */
const args = process.argv.slice(2);
const firstOption = args.findIndex((one) => one.startsWith('--'));
const names = firstOption < 0 ? args : args.slice(0, firstOption);
const options = firstOption < 0 ? [] : args.slice(firstOption);
for (const name of names.length > 0 ? names : Object.keys(trials)) {
  const trial = trials[name];
  if (!trial) throw new Error(`There is no trial ${name}; there are ${Object.keys(trials)}.`);
  const print = (line: string) => void process.stdout.write(`  ${line}\n`);
  process.stdout.write(`${name}\n`);
  try {
    await trial(print, options);
    print('passed');
  } catch (error) {
    print(`failed: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
// Explicit: the exit hook of a stopped database server would end the process with code 0.
process.exit();
