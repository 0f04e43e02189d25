import { buildServer } from './setup/build.mjs';
import { installNode } from './setup/install.mjs';
import { main } from './setup/process.mjs';
import { runServer } from './setup/server.mjs';

/** Runs one of the server's commands: `command.mjs backup <folder>`. */
await main(async () => {
  const [name, ...args] = process.argv.slice(2);
  const node = await installNode();
  await buildServer(node);
  return runServer(node, name, args);
});
