import type { Logger } from 'pino';
import { codeOfError } from './code-of-error.ts';
import type { Configuration } from './config/configuration.ts';
import type { Context } from './context.ts';
import { createContext, type ProductOptions } from './create-context.ts';
import { identifyOwner, recogniseOwner } from './features/identity/account/session-cookies.ts';
import { isProven } from './features/identity/account/session-rules.ts';
import { createOperatorGate } from './features/identity/operators/desk.ts';
import { assertMasterKeysSuffice } from './features/identity/owner-keys/check-keys.ts';
import { type Readiness, readiness } from './features/service/health/readiness.ts';
import {
  indexedPaths,
  robotsPage,
  sitemapPage,
} from './features/service/landing-page/crawler-pages.ts';
import { welcomePage } from './features/service/landing-page/welcome-page.ts';
import { features, jobs as jobTable } from './features.ts';
import type { MovableClock } from './platform/clock/clock.ts';
import type { Database } from './platform/database/database.ts';
import type { MasterKeys } from './platform/encryption/master-keys.ts';
import { webRoot } from './platform/folders.ts';
import { createHttpApp, type HttpApp } from './platform/http/http-server.ts';
import { countCalls, createRateLimiter } from './platform/http/rate-limiter.ts';
import { createSharedRateLimiter } from './platform/http/shared-rate-limiter.ts';
import { keyTables } from './start/key-tables.ts';

/** All parts of the product, put together and not yet running. */
export interface Product {
  ctx: Context;
  app: HttpApp;
  readiness: Readiness;
  pausedDomains(): number;
  /** Once the database is migrated; throws when the master key does not fit it. */
  openKeys(): Promise<void>;
  /** Once the database is migrated; throws when the files of the database are in another store. */
  checkStore(): Promise<void>;
  close(): Promise<void>;
}

export function createProduct(
  configuration: Configuration,
  masterKeys: MasterKeys,
  database: Database,
  clock: MovableClock,
  log: Logger,
  options: ProductOptions = {},
): Product {
  const opened = createContext(configuration, masterKeys, database, clock, log, options);
  const { ctx, store, pausedDomains } = opened;
  ctx.jobs.register(
    jobTable.map((job) => ({ ...job, run: (data, signal) => job.run(ctx, data, signal) })),
  );
  return {
    ctx,
    app: createApp(ctx, options),
    readiness: readiness(ctx),
    pausedDomains,
    openKeys: async () => {
      await ctx.serviceKey.open(database, masterKeys, clock);
      await assertMasterKeysSuffice(database, masterKeys, keyTables);
    },
    checkStore: () => store.check(),
    close: async () => {
      for (const close of ctx.closing) await close();
      store.close();
    },
  };
}

function createApp(ctx: Context, { watch }: ProductOptions): HttpApp {
  const { config, database, clock, log, prices, captured } = ctx;
  const { publicUrl, supportEmail, operator, isProduction } = config;
  const welcome = { clock, prices, publicUrl, supportEmail, operator };
  return createHttpApp({
    routes: features.flatMap(({ routes }) => routes?.(ctx) ?? []),
    identify: (cookies, limit) => identifyOwner(ctx, cookies, limit),
    recognise: (cookies, limit) => recogniseOwner(ctx, cookies, limit),
    hasProof: (proof, provenAt) => isProven(proof, provenAt, clock.now()),
    operators: createOperatorGate(ctx),
    rateLimiter: createRateLimiter(database, clock),
    generalLimiter: createSharedRateLimiter(
      (key, portion, limit) => countCalls(database, key, portion, limit, clock.now()),
      clock,
      log,
    ),
    clock,
    log,
    publicUrl,
    extraOrigins: isProduction ? [] : ['http://localhost:5173'],
    trustedProxies: config.trustedProxies,
    isProduction,
    developerRoutesEnabled: captured !== undefined,
    webRoot,
    pageValues: { SUPPORT_EMAIL: supportEmail },
    madePages: [welcomePage(welcome), robotsPage(welcome), sitemapPage(welcome)],
    indexedPaths,
    codeOf: (error) => {
      ctx.storageWatch.see(error);
      return codeOfError(error);
    },
    watch: watch?.requests,
    metricsPage: watch?.metricsPage,
  });
}
