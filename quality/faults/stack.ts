import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStandIn, type YookassaStandIn } from '@zavet/yookassa-stand-in/stand-in';
import { readConfiguration } from '../../apps/server/src/config/configuration.ts';
import type { Context } from '../../apps/server/src/context.ts';
import { createMovableClock } from '../../apps/server/src/platform/clock.ts';
import type { Database } from '../../apps/server/src/platform/database/database.ts';
import { migrate } from '../../apps/server/src/platform/database/migrate.ts';
import { openPostgresForCommands } from '../../apps/server/src/platform/database/open-database.ts';
import { loadMasterKeys } from '../../apps/server/src/platform/encryption/master-keys.ts';
import { createLogger } from '../../apps/server/src/platform/observability/logger.ts';
import { createProduct } from '../../apps/server/src/product.ts';
import {
  buildKillableEntries,
  createKillableProcess,
  type KillableProcess,
  type Role,
} from './killable-process.ts';
import { type MailServer, startMailServer } from './mail-server.ts';

/** Two servers and a worker on one database, with fake payment provider and mail server. */
export interface Stack {
  servers: readonly [KillableProcess, KillableProcess];
  worker: KillableProcess;
  /** All processes, including further workers. */
  processes: readonly KillableProcess[];
  provider: YookassaStandIn;
  mail: MailServer;
  database: Database;
  /** Context of the same database, with which a trial calls use cases directly. */
  ctx: Context;
  /** The port for delivery reports, which stays the same when the worker restarts. */
  bouncePort: number;
  /** Unconfirmed contacts of all households, who get late invitations. */
  unconfirmedAddresses: Set<string>;
  /** Addresses whose mails are not checked. */
  ignoredRecipients: Set<string>;
  /** Crashes and restarts the database; undefined if the stack shares its database server. */
  breakDatabase?: () => Promise<void>;
  /** Starts dead processes and repairs provider and mail server. */
  repair(): Promise<void>;
  stop(): Promise<void>;
}

export async function openStack(
  databaseUrl: string,
  breakDatabase?: () => Promise<void>,
  furtherWorkers: readonly string[] = [],
): Promise<Stack> {
  const dataDir = mkdtempSync(join(tmpdir(), 'zavet-faults-'));
  const mail = await startMailServer();
  const provider = await startStandIn();
  const bouncePort = await freePort();
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: 'http://zavet.test',
    SMTP_URL: mail.url,
    TRUSTED_PROXIES: '127.0.0.1,::1',
    RUN_JOBS: 'false',
    PAYMENTS: 'yookassa',
    YOOKASSA_SHOP_ID: provider.shopId,
    YOOKASSA_SECRET_KEY: provider.secretKey,
    YOOKASSA_API_URL: provider.url,
    BOUNCE_DOMAIN: 'bounces.zavet.test',
    BOUNCE_PORT: String(bouncePort),
  };
  const build = await buildKillableEntries();
  const processOf = (name: string, role: Role) =>
    createKillableProcess(build.folder, name, role, env);
  const servers = [processOf('server 1', 'server'), processOf('server 2', 'server')] as const;
  const worker = processOf('worker', 'worker');
  const further = furtherWorkers.map((name) => processOf(name, 'worker'));
  const processes = [...servers, worker, ...further];

  async function repair(): Promise<void> {
    mail.respondWith(() => 'fine');
    mail.rejectAddress();
    provider.control.clearFaults();
    await Promise.all([
      ...processes.map((one) => (one.isAlive() ? undefined : one.start())),
      mail.isUp() ? undefined : mail.start(),
    ]);
    const url = `${servers[0].url()}/api/payments/yookassa/notification`;
    provider.control.setWebhooks({ url });
  }

  const { database, product } = await openProduct(env);
  await repair();
  return {
    servers,
    worker,
    processes,
    provider,
    mail,
    database,
    ctx: product.ctx,
    bouncePort,
    unconfirmedAddresses: new Set(),
    ignoredRecipients: new Set(),
    breakDatabase,
    repair,
    stop: async () => {
      for (const one of processes) one.kill();
      await Promise.all(processes.map((one) => one.waitForExit()));
      build.release();
      await provider.stop();
      await mail.stop();
      await product.close();
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function openProduct(env: Record<string, string>) {
  const configuration = readConfiguration(env);
  const masterKeys = loadMasterKeys(configuration.masterKey);
  const database = openPostgresForCommands(env.DATABASE_URL ?? '');
  const log = createLogger('silent', true);
  const product = createProduct(configuration, masterKeys, database, createMovableClock(), log);
  await migrate(database);
  await product.openKeys();
  return { database, product };
}
