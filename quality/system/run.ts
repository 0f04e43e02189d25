import { bounces } from './bounces.ts';
import { container } from './container.ts';
import { failover } from './failover.ts';
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

type Trial = (say: (line: string) => void, options: string[]) => Promise<void>;

/** Each prints figures and throws at the first thing that does not hold. */
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
const given = process.argv.slice(2);
const firstOption = given.findIndex((one) => one.startsWith('--'));
const wanted = firstOption < 0 ? given : given.slice(0, firstOption);
const options = firstOption < 0 ? [] : given.slice(firstOption);
for (const name of wanted.length > 0 ? wanted : Object.keys(trials)) {
  const trial = trials[name];
  if (!trial) throw new Error(`There is no trial ${name}; there are ${Object.keys(trials)}.`);
  const say = (line: string) => void process.stdout.write(`  ${line}\n`);
  process.stdout.write(`${name}\n`);
  try {
    await trial(say, options);
    say('passed');
  } catch (error) {
    say(`failed: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
// A database server that was started here ends the process by itself, and would say that all is well.
process.exit();
