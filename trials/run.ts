import { bounces } from './bounces.ts';
import { container } from './container.ts';
import { imap } from './imap.ts';
import { packaged } from './package.ts';
import { upgrade } from './upgrade.ts';

/** Each prints figures and throws at the first thing that does not hold. */
const trials: Record<string, (say: (line: string) => void) => Promise<void>> = {
  bounces,
  container,
  imap,
  package: packaged,
  upgrade,
};

const options = process.argv.indexOf('--from');
const wanted = process.argv.slice(2, options < 0 ? undefined : options);
for (const name of wanted.length > 0 ? wanted : Object.keys(trials)) {
  const trial = trials[name];
  if (!trial) throw new Error(`There is no trial ${name}; there are ${Object.keys(trials)}.`);
  const say = (line: string) => void process.stdout.write(`  ${line}\n`);
  process.stdout.write(`${name}\n`);
  try {
    await trial(say);
    say('passed');
  } catch (error) {
    say(`failed: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
// A database server that was started here ends the process by itself, and would say that all is well.
process.exit();
