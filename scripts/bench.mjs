import { buildServer } from './setup/build-server.mjs';
import { buildWeb } from './setup/build-web.mjs';
import { install } from './setup/install.mjs';
import { projectEnvironment, projectNode } from './setup/node.mjs';
import { main, run } from './setup/process.mjs';

/** Measurements of what people run: `npm run bench -- search` takes one of them. */
await main(async () => {
  await install();
  const node = await projectNode();
  await buildServer(node);
  await buildWeb(node);
  return run(node, ['bench/run.ts', ...process.argv.slice(2)], { env: projectEnvironment() });
});
