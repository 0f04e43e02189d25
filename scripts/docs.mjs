import { install } from './setup/install.mjs';
import { projectNode } from './setup/node.mjs';
import { main, run } from './setup/process.mjs';
import { serverEnvironment, sourceFlags } from './setup/server.mjs';

/** Writes the pages of docs that are made of manifests, contract and configuration. */
await main(async () => {
  await install();
  const node = await projectNode();
  return run(node, [...sourceFlags, 'apps/server/docs/write.ts'], { env: serverEnvironment() });
});
