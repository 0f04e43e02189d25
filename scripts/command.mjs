import { buildServer } from './setup/build-server.mjs';
import { install } from './setup/install.mjs';
import { projectNode } from './setup/node.mjs';
import { main } from './setup/process.mjs';
import { runServer } from './setup/server.mjs';

/** Runs one of the server's entries: `command.mjs backup <folder>`. */
await main(async () => {
  const [name, ...given] = process.argv.slice(2);
  await install();
  const node = await projectNode();
  await buildServer(node);
  return runServer(node, name, given);
});
