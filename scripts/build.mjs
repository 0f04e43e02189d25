import { buildServer } from './setup/build-server.mjs';
import { buildWeb } from './setup/build-web.mjs';
import { install } from './setup/install.mjs';
import { projectNode } from './setup/node.mjs';
import { main } from './setup/process.mjs';

await main(async () => {
  await install();
  const node = await projectNode();
  await buildServer(node);
  await buildWeb(node);
});
