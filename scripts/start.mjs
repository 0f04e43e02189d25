import { buildWeb } from './setup/build.mjs';
import { install } from './setup/install.mjs';
import { projectNode } from './setup/node.mjs';
import { main } from './setup/process.mjs';
import { runServer } from './setup/server.mjs';

await main(async () => {
  await install();
  const node = await projectNode();
  await buildWeb(node);
  return runServer(node, 'serve.ts');
});
