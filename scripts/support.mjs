import { install } from './setup/install.mjs';
import { projectNode } from './setup/node.mjs';
import { main } from './setup/process.mjs';
import { runServer } from './setup/server.mjs';

await main(async () => {
  await install();
  return runServer(await projectNode(), 'support.ts', process.argv.slice(2));
});
