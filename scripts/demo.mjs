import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildProduct } from './setup/build.mjs';
import { install } from './setup/install.mjs';
import { projectEnvironment, projectNode } from './setup/node.mjs';
import { main, start } from './setup/process.mjs';
import { followParent, serverEnvironment, trialArguments } from './setup/server.mjs';

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
  await buildProduct(node);
  const dataDir = await mkdtemp(join(tmpdir(), 'zavet-demo-'));
  try {
    return await run(node, dataDir, process.argv.slice(2));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

async function run(node, dataDir, given) {
  const address = `http://localhost:${process.env.PORT || 3000}`;
  let isListening;
  const listening = new Promise((resolve) => {
    isListening = resolve;
  });
  const server = start(node, trialArguments('serve'), {
    env: serverEnvironment({
      ...nothingReal,
      DATA_DIR: dataDir,
      PUBLIC_URL: address,
      LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
    }),
    isolated: true,
    // What answers at that address before may be somebody else's.
    hears: (text) => text.includes(address) && isListening(),
  });
  const ended = await Promise.race([server.ended, listening]);
  if (ended !== undefined) return ended;
  const filling = start(node, [followParent, 'demo/run.ts', ...given], {
    env: projectEnvironment({ DEMO_ADDRESS: address }),
    isolated: true,
  });
  const filled = await filling.ended;
  if (filled !== 0) server.child.kill('SIGTERM');
  return filled || server.ended;
}
