import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectEnvironment } from './node.mjs';
import { start, together } from './process.mjs';
import { followParent, serverEnvironment, trialArguments } from './server.mjs';

const access = { YOOKASSA_SHOP_ID: '100500', YOOKASSA_SECRET_KEY: 'test_secret' };

/** The product with a payment provider that speaks YooKassa's protocol and moves no money. */
export async function runSandbox(node) {
  // The provider forgets everything when it ends, so the product has to, too.
  const dataDir = process.env.DATA_DIR || (await mkdtemp(join(tmpdir(), 'zavet-sandbox-')));
  try {
    return await run(node, dataDir);
  } finally {
    if (!process.env.DATA_DIR) await rm(dataDir, { recursive: true, force: true });
  }
}

async function run(node, dataDir) {
  const address = `http://localhost:${process.env.PORT || 3000}`;
  const peerPort = process.env.PEER_PORT || (await freePort());
  const peerAddress = `http://127.0.0.1:${peerPort}`;
  const standIn = start(node, [followParent, 'quality/fakes/yookassa/src/serve.ts'], {
    env: projectEnvironment({
      ...access,
      PEER_PORT: peerPort,
      WEBHOOK_URL: `${address}/api/payments/yookassa/notification`,
    }),
    isolated: true,
  });
  const server = start(node, trialArguments('serve'), {
    env: serverEnvironment({
      ...access,
      DATA_DIR: dataDir,
      PUBLIC_URL: address,
      PAYMENTS: 'yookassa',
      YOOKASSA_API_URL: `${peerAddress}/v3`,
    }),
    isolated: true,
  });
  console.log(`
Sign up at ${address}, choose a plan at ${address}/settings?tab=plan and pay:
the page that opens then is the sandbox's (${peerAddress}), and no money moves.
Ctrl-C ends both${process.env.DATA_DIR ? '' : ' and forgets everything'}.
`);
  return together(standIn, server);
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return String(port);
}
