import { buildProduct } from './setup/build.mjs';
import { install, installTool } from './setup/install.mjs';
import { projectEnvironment, projectNode } from './setup/node.mjs';
import { main, run } from './setup/process.mjs';

/** Measurements of what people run: `npm run bench -- search` takes one of them. */
await main(async () => {
  const given = process.argv.slice(2);
  const names = given.filter((one) => !one.startsWith('--'));
  await install();
  if (names.length === 0 || names.includes('web')) await installTool('lighthouse');
  const node = await projectNode();
  await buildProduct(node);
  return run(node, ['quality/bench/run.ts', ...given], { env: projectEnvironment() });
});
