import { accountTiming } from './account-timing.ts';
import { deliveries } from './deliveries.ts';
import { listScale } from './list-scale.ts';
import { ownDataMemory } from './own-data-memory.ts';
import { scale } from './scale.ts';
import { search } from './search.ts';
import { signIn } from './sign-in.ts';
import { speed } from './speed.ts';
import { start } from './start.ts';
import { vaultMemory } from './vault-memory.ts';
import { vaultScale } from './vault-scale.ts';
import { web } from './web.ts';

type Bench = (options: readonly string[]) => Promise<string[]>;

const benches: Record<string, Bench> = {
  'account-timing': accountTiming,
  speed: () => speed(),
  'sign-in': signIn,
  'list-scale': listScale,
  'vault-scale': vaultScale,
  'vault-memory': vaultMemory,
  'own-data-memory': ownDataMemory,
  search,
  deliveries,
  web,
  start,
};

/** Only when called by name: they take the disk and half an hour. */
const largeBenches: Record<string, Bench> = { scale };

const given = process.argv.slice(2);
const options = given.filter((one) => one.startsWith('--'));
const wanted = given.filter((one) => !one.startsWith('--'));
for (const name of wanted.length > 0 ? wanted : Object.keys(benches)) {
  const bench = benches[name] ?? largeBenches[name];
  if (!bench)
    throw new Error(
      `There is no bench ${name}; there are ${Object.keys({ ...benches, ...largeBenches })}.`,
    );
  process.stdout.write(`${name}\n`);
  process.stdout.write((await bench(options)).map((line) => `  ${line}\n`).join(''));
}
