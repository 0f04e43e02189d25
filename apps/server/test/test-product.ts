import { rmSync } from 'node:fs';
import type { PriceEditions } from '@zavet/contract/billing/plan-catalogue';
import { moscowDay } from '@zavet/contract/days';
import { type Editions, editionsInForce, legalEditions } from '@zavet/contract/identity/editions';
import type { Logger } from 'pino';
import { readConfiguration } from '../src/config/configuration.ts';
import type { Context } from '../src/context.ts';
import type { HashCost } from '../src/features/identity/account/passwords/passwords.ts';
import { createVault } from '../src/features/identity/owner-keys/vault.ts';
import { openMonitoring } from '../src/monitoring.ts';
import { createMovableClock, type MovableClock } from '../src/platform/clock.ts';
import type { Database } from '../src/platform/database/database.ts';
import { openConfiguredDatabase } from '../src/platform/database/open-database.ts';
import { loadMasterKeys, type MasterKeys } from '../src/platform/encryption/master-keys.ts';
import type { OwnerKey } from '../src/platform/encryption/owner-key.ts';
import { openFileStorage } from '../src/platform/file-storage/file-storage.ts';
import type { ObjectStore } from '../src/platform/file-storage/object-store.ts';
import { serveHttp } from '../src/platform/http/http-server.ts';
import type { JobQueue } from '../src/platform/jobs/job-queue.ts';
import { createLogger } from '../src/platform/observability/logger.ts';
import { createOutages, dependencyOf } from '../src/platform/observability/outages.ts';
import { createProduct } from '../src/product.ts';
import { bringUp } from '../src/run-product.ts';
import { type Browser, createBrowser } from './browser.ts';
import { freshSocketUrl, newDataDir } from './test-database.ts';
import { createFolderMailbox, type TestMailbox } from './test-mailbox.ts';

/** The whole product on a real PostgreSQL and real HTTP, with jobs running and mail captured. */
export interface TestProduct {
  database: Database;
  clock: MovableClock;
  mailbox: TestMailbox;
  url: string;
  dataDir: string;
  store: ObjectStore;
  jobs: JobQueue;
  ctx: Context;
  log: Logger;
  masterKeys: MasterKeys;
  /** Key of an owner, to encrypt data as an earlier version did. */
  vaultKeyOf(userId: string): Promise<OwnerKey>;
  /** A new browser without cookies, with its own address. */
  browser(options?: { headers?: Record<string, string> }): Browser;
  /** All log lines, at the most verbose level. */
  logged(): string;
  stop(): Promise<void>;
}

interface TestOptions {
  runsJobs?: boolean;
  editions?: Editions;
  /** Defaults to the published prices. */
  prices?: PriceEditions;
  /** Maximum time a request waits for the mail server; generous for slow machines. */
  handOverTimeoutMs?: number;
}

export async function startTestProduct(
  environment: Record<string, string> = {},
  {
    runsJobs = true,
    editions = editionsOfToday(),
    prices,
    handOverTimeoutMs = 120_000,
  }: TestOptions = {},
): Promise<TestProduct> {
  const dataDir = environment.DATA_DIR ?? newDataDir();
  const databaseUrl = environment.DATABASE_URL ?? (await freshSocketUrl());
  const clock = createMovableClock();
  const lines: string[] = [];
  const log = createLogger('trace', true, { write: (line) => void lines.push(line) });
  const configuration = readConfiguration({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: 'http://zavet.test',
    TRUSTED_PROXIES: '127.0.0.1,::1',
    ...environment,
  });
  const masterKeys = loadMasterKeys(configuration.masterKey);
  const database = await openConfiguredDatabase(configuration, log);
  const monitoring = await openMonitoring(configuration, database, {
    log,
    outages: createOutages(dependencyOf),
  });
  const product = createProduct(configuration, masterKeys, database, clock, log, {
    monitoring: monitoring.product,
    editions,
    ...(prices && { prices }),
    hashCost: quickHashes,
    handOverTimeoutMs,
  });
  await monitoring.start(product);
  const stopping = new AbortController();
  await bringUp(database, product, { runsJobs, signal: stopping.signal, log });
  const server = await serveHttp(product.app, { port: 0, hostname: '127.0.0.1' });
  await product.ctx.jobs.work();
  const url = `http://localhost:${server.port}`;

  return {
    database,
    clock,
    mailbox: createFolderMailbox(dataDir, { clock, database }),
    url,
    dataDir,
    store: openFileStorage(configuration.fileStorage),
    jobs: product.ctx.jobs,
    ctx: product.ctx,
    log,
    masterKeys,
    vaultKeyOf: createVault(database, masterKeys, clock).keyOf,
    logged: () => lines.join(''),
    browser: (options) => createBrowser(url, options?.headers),
    stop: async () => {
      stopping.abort();
      await server.stop();
      await product.ctx.jobs.stop();
      await product.close();
      await monitoring.close();
      await database.close();
      if (!environment.DATA_DIR) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Only editions in force today, so that advancing the clock does not change the documents. */
function editionsOfToday(): Editions {
  const { privacy_policy, terms_of_use, public_offer, personal_data_consent } = editionsInForce(
    legalEditions,
    moscowDay(new Date()),
  );
  return {
    privacy_policy: [privacy_policy],
    terms_of_use: [terms_of_use],
    public_offer: [public_offer],
    personal_data_consent: [personal_data_consent],
  };
}

/** Minimal cost: test passwords need no protection. */
export const quickHashes: HashCost = { memory: 64, passes: 1 };
