import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWeb } from './setup/build.mjs';
import { install } from './setup/install.mjs';
import { projectEnvironment, projectNode } from './setup/node.mjs';
import { main, start } from './setup/process.mjs';
import { followParent, trialArguments } from './setup/server.mjs';

/** The product with a filled sample, on data that goes with it. */
await main(async () => {
  await install();
  const node = await projectNode();
  await buildWeb(node);
  const dataDir = await mkdtemp(join(tmpdir(), 'zavet-demo-'));
  try {
    return await run(node, dataDir, process.argv.slice(2));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

async function run(node, dataDir, given) {
  const address = `http://localhost:${process.env.PORT || 3000}`;
  const server = start(node, trialArguments('serve.ts'), {
    env: projectEnvironment({
      DATA_DIR: dataDir,
      PUBLIC_URL: address,
      LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
    }),
    isolated: true,
  });
  const filling = start(node, [followParent, 'demo/run.ts', ...given], {
    env: projectEnvironment({ DEMO_ADDRESS: address }),
    isolated: true,
  });
  const filled = await Promise.race([filling.ended, server.ended.then(() => 1)]);
  if (filled !== 0) {
    for (const { child } of [server, filling]) child.kill('SIGTERM');
    await Promise.allSettled([server.ended, filling.ended]);
    return filled;
  }
  return server.ended;
}
