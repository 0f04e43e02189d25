import { startStandIn } from './stand-in.ts';

/** Runs the stand-in as a process, configured by these environment variables. */
const { PEER_PORT, WEBHOOK_URL, YOOKASSA_SHOP_ID, YOOKASSA_SECRET_KEY } = process.env;
const expiryCheckMs = 1_000;

const standIn = await startStandIn({
  port: Number(PEER_PORT || 0),
  ...(WEBHOOK_URL && { webhookUrl: WEBHOOK_URL }),
  ...(YOOKASSA_SHOP_ID && { shopId: YOOKASSA_SHOP_ID }),
  ...(YOOKASSA_SECRET_KEY && { secretKey: YOOKASSA_SECRET_KEY }),
}).catch(reportUsedPort);
const expiry = setInterval(standIn.control.expireDue, expiryCheckMs);
process.stdout.write(`YooKassa stand-in: ${standIn.url} (shop ${standIn.shopId})\n`);

function reportUsedPort(error: NodeJS.ErrnoException): never {
  if (error.code !== 'EADDRINUSE') throw error;
  process.stderr.write(`PEER_PORT ${PEER_PORT} is used by another program.\n`);
  process.exit(1);
}

async function stop(): Promise<void> {
  clearInterval(expiry);
  await standIn.stop();
}

process.once('SIGINT', stop);
process.once('SIGTERM', stop);
