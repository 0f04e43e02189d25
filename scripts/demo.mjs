import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildProduct } from './setup/build.mjs';
import { main, start } from './setup/process.mjs';
import { projectEnvironment } from './setup/project.mjs';
import { followParent, isolatedArguments, serverEnvironment } from './setup/server.mjs';

/** Unsets a developer's settings, so that sample data never reaches a real installation. */
const unset = Object.fromEntries(
  [
    'NODE_ENV',
    'HOST',
    'DATABASE_URL',
    'MASTER_KEY_FILE',
    'SMTP_URL',
    'PAYMENTS',
    'AI_BASE_URL',
    'S3_ENDPOINT',
    'S3_BUCKET',
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
    'RUN_JOBS',
    'ACTIVATION_MODE',
    'MAX_TRUSTED_CONTACTS',
  ].map((name) => [name, '']),
);

/** Starts the product with sample data, which is removed at the end. */
await main(async () => {
  const node = await buildProduct();
  const dataDir = await mkdtemp(join(tmpdir(), 'zavet-demo-'));
  try {
    return await run(node, dataDir, process.argv.slice(2));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

async function run(node, dataDir, args) {
  const address = `http://localhost:${process.env.PORT || 3000}`;
  let onListening;
  const listening = new Promise((resolve) => {
    onListening = resolve;
  });
  const server = start(node, isolatedArguments('serve'), {
    env: serverEnvironment({
      ...unset,
      DATA_DIR: dataDir,
      PUBLIC_URL: address,
      LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
    }),
    isolated: true,
    // Reads the output, because an answer at the address could come from another process.
    onOutput: (text) => text.includes(address) && onListening(),
  });
  const ended = await Promise.race([server.ended, listening]);
  if (ended !== undefined) return ended;
  const filling = start(node, [followParent, 'demo/run.ts', ...args], {
    env: projectEnvironment({ DEMO_ADDRESS: address }),
    isolated: true,
  });
  const filled = await filling.ended;
  if (filled !== 0) server.child.kill('SIGTERM');
  return filled || server.ended;
}
