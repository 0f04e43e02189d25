import { buildProduct } from './setup/build.mjs';
import { install } from './setup/install.mjs';
import { projectEnvironment, projectNode } from './setup/node.mjs';
import { main, run } from './setup/process.mjs';

/** The built product against programs that this machine has to have: `npm run trials -- imap`. */
await main(async () => {
  await install();
  const node = await projectNode();
  await buildProduct(node);
  return run(node, ['quality/system/run.ts', ...process.argv.slice(2)], {
    env: projectEnvironment(),
  });
});
