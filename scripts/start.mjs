import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildProduct } from './setup/build.mjs';
import { main, runTogether, start } from './setup/process.mjs';
import { projectEnvironment, SetupError } from './setup/project.mjs';
import { followParent, isolatedArguments, runServer, serverEnvironment } from './setup/server.mjs';

const shop = { YOOKASSA_SHOP_ID: '100500', YOOKASSA_SECRET_KEY: 'test_secret' };

/** Starts the product; `npm start -- yookassa-sandbox` adds a fake payment provider. */
await main(async () => {
  const [kind] = process.argv.slice(2);
  if (kind && kind !== 'yookassa-sandbox') {
    throw new SetupError('Use npm start, or npm start -- yookassa-sandbox.');
  }
  const node = await buildProduct();
  if (!kind) return runServer(node, 'serve');
  // The sandbox forgets its payments when it ends, so the product's data must not outlive it.
  const dataDir = process.env.DATA_DIR || (await mkdtemp(join(tmpdir(), 'zavet-sandbox-')));
  try {
    return await runSandbox(node, dataDir);
  } finally {
    if (!process.env.DATA_DIR) await rm(dataDir, { recursive: true, force: true });
  }
});

async function runSandbox(node, dataDir) {
  const address = `http://localhost:${process.env.PORT || 3000}`;
  const peerPort = process.env.PEER_PORT || (await freePort());
  const peerAddress = `http://127.0.0.1:${peerPort}`;
  const standIn = start(node, [followParent, 'quality/fakes/yookassa/src/serve.ts'], {
    env: projectEnvironment({
      ...shop,
      PEER_PORT: peerPort,
      WEBHOOK_URL: `${address}/api/payments/yookassa/notification`,
    }),
    isolated: true,
  });
  const server = start(node, isolatedArguments('serve'), {
    env: serverEnvironment({
      ...shop,
      DATA_DIR: dataDir,
      PUBLIC_URL: address,
      PAYMENTS: 'yookassa',
      YOOKASSA_API_URL: `${peerAddress}/v3`,
    }),
    isolated: true,
  });
  console.log(`
Sign up at ${address}, choose a plan at ${address}/settings?tab=plan and pay:
the payment page is that of the sandbox (${peerAddress}), and no money moves.
Ctrl-C ends both${process.env.DATA_DIR ? '' : ' and removes all data'}.
`);
  return runTogether(standIn, server);
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return String(port);
}
