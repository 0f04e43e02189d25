import { installedNode } from './setup/install.mjs';
import { main, run } from './setup/process.mjs';
import { serverEnvironment, sourceFlags } from './setup/server.mjs';

/** Writes the pages of docs that are made of manifests, contract and configuration. */
await main(async () => {
  const node = await installedNode();
  return run(node, [...sourceFlags, 'apps/server/docs/write.ts'], { env: serverEnvironment() });
});
