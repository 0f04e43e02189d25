import { accountTiming } from './account-timing.ts';

const benches: Record<string, () => Promise<string[]>> = { 'account-timing': accountTiming };

const wanted = process.argv.slice(2);
for (const name of wanted.length > 0 ? wanted : Object.keys(benches)) {
  const bench = benches[name];
  if (!bench) throw new Error(`There is no bench ${name}; there are ${Object.keys(benches)}.`);
  process.stdout.write(`${name}\n${(await bench()).map((line) => `  ${line}\n`).join('')}`);
}
