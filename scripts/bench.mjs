import { buildProduct } from './setup/build.mjs';
import { install } from './setup/install.mjs';
import { projectEnvironment, projectNode } from './setup/node.mjs';
import { main, run } from './setup/process.mjs';

/** Measurements of what people run: `npm run bench -- search` takes one of them. */
await main(async () => {
  await install();
  const node = await projectNode();
  await buildProduct(node);
  return run(node, ['bench/run.ts', ...process.argv.slice(2)], { env: projectEnvironment() });
});
