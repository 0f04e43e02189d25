import { accountTiming } from './account-timing.ts';
import { deliveries } from './deliveries.ts';
import { listScale } from './list-scale.ts';
import { ownDataMemory } from './own-data-memory.ts';
import { search } from './search.ts';
import { signIn } from './sign-in.ts';
import { embeddedSpeed, speed } from './speed.ts';
import { start } from './start.ts';
import { vaultMemory } from './vault-memory.ts';
import { vaultScale } from './vault-scale.ts';
import { web } from './web.ts';

const benches: Record<string, () => Promise<string[]>> = {
  'account-timing': accountTiming,
  speed: () => speed(),
  'embedded-speed': () => embeddedSpeed(),
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

const wanted = process.argv.slice(2);
for (const name of wanted.length > 0 ? wanted : Object.keys(benches)) {
  const bench = benches[name];
  if (!bench) throw new Error(`There is no bench ${name}; there are ${Object.keys(benches)}.`);
  process.stdout.write(`${name}\n${(await bench()).map((line) => `  ${line}\n`).join('')}`);
}
