import { installNode } from './setup/install.mjs';
import { main, run } from './setup/process.mjs';
import { serverEnvironment, sourceFlags } from './setup/server.mjs';

/** Generates pages of `docs` from manifests, contract and configuration. */
await main(async () => {
  const node = await installNode();
  return run(node, [...sourceFlags, 'apps/server/docs/write.ts'], { env: serverEnvironment() });
});
