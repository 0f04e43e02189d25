import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWeb } from './setup/build.mjs';
import { install } from './setup/install.mjs';
import { projectEnvironment, projectNode } from './setup/node.mjs';
import { main, start } from './setup/process.mjs';
import { SetupError } from './setup/project.mjs';
import { followParent, trialArguments } from './setup/server.mjs';

/** Whatever a developer has set for real use: the sample must not end up there. */
const nothingReal = Object.fromEntries(
  [
    'NODE_ENV',
    'HOST',
    'DATABASE_URL',
    'MASTER_KEY',
    'MASTER_KEY_FILE',
    'SMTP_URL',
    'PAYMENTS',
    'AI_BASE_URL',
    'S3_ENDPOINT',
    'S3_BUCKET',
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
    'RUN_JOBS',
    'MAX_TRUSTED_CONTACTS',
  ].map((name) => [name, '']),
);

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
  const port = process.env.PORT || '3000';
  if (!(await isFree(port))) {
    throw new SetupError(`Port ${port} is taken: choose another, as in PORT=3001 npm run demo.`);
  }
  const address = `http://localhost:${port}`;
  const server = start(node, trialArguments('serve.ts'), {
    env: projectEnvironment({
      ...nothingReal,
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

async function isFree(port) {
  const probe = createServer();
  try {
    probe.listen(Number(port), '127.0.0.1');
    await once(probe, 'listening');
    probe.close();
    await once(probe, 'close');
    return true;
  } catch {
    return false;
  }
}
