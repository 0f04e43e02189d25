import { bounces } from './bounces.ts';
import { clock } from './clock.ts';
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

type Trial = (print: (line: string) => void, options: string[]) => Promise<void>;

/** Each trial prints its measurements, and throws if an expectation fails. */
const trials: Record<string, Trial> = {
  bounces,
  clock,
  container,
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
/** Arguments: names of trials, then options for them, such as `upgrade --from <revision>`. */
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
// Explicit, because the exit hook of a stopped database server would exit with code 0.
process.exit();
