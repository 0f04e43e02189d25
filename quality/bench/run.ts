import { deliveries } from './deliveries.ts';
import { listScale, vaultScale } from './list-scale.ts';
import { dataExportMemory, vaultMemory } from './memory.ts';
import { scale } from './scale.ts';
import { search } from './search.ts';
import { accountTiming, signIn } from './sign-in.ts';
import { speed } from './speed.ts';
import { start } from './start.ts';
import { web } from './web.ts';

type Bench = (options: readonly string[]) => Promise<string[]>;

const benches: Record<string, Bench> = {
  'account-timing': accountTiming,
  speed: () => speed(),
  'sign-in': signIn,
  'list-scale': listScale,
  'vault-scale': vaultScale,
  'vault-memory': vaultMemory,
  'data-export-memory': dataExportMemory,
  search,
  deliveries,
  web,
  start,
};

/** Benches that run only by name, because they need much disk space and half an hour. */
const largeBenches: Record<string, Bench> = { scale };

const args = process.argv.slice(2);
const options = args.filter((one) => one.startsWith('--'));
const names = args.filter((one) => !one.startsWith('--'));
for (const name of names.length > 0 ? names : Object.keys(benches)) {
  const bench = benches[name] ?? largeBenches[name];
  if (!bench)
    throw new Error(
      `There is no bench ${name}; there are ${Object.keys({ ...benches, ...largeBenches })}.`,
    );
  process.stdout.write(`${name}\n`);
  process.stdout.write((await bench(options)).map((line) => `  ${line}\n`).join(''));
}
