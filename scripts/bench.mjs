import { buildProduct } from './setup/build.mjs';
import { installTool } from './setup/install.mjs';
import { main, run } from './setup/process.mjs';
import { projectEnvironment } from './setup/project.mjs';

/** Measures the built product: everything, or one measurement: `npm run bench -- search`. */
await main(async () => {
  const args = process.argv.slice(2);
  const names = args.filter((arg) => !arg.startsWith('--'));
  const node = await buildProduct();
  if (names.length === 0 || names.includes('web')) await installTool('lighthouse');
  return run(node, ['quality/bench/run.ts', ...args], { env: projectEnvironment() });
});
