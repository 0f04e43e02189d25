import { install } from './setup/install.mjs';
import { projectNode } from './setup/node.mjs';
import { main } from './setup/process.mjs';
import { runServer } from './setup/server.mjs';

/** Runs one of the server's entries: `command.mjs backup <folder>`. */
await main(async () => {
  const [name, ...given] = process.argv.slice(2);
  await install();
  return runServer(await projectNode(), `${name}.ts`, given);
});
