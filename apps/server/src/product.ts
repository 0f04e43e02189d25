import { type PriceEditions, priceEditions } from '@zavet/contract/billing/plan-catalogue';
import type { ErrorCode } from '@zavet/contract/errors';
import { type Editions, legalEditions } from '@zavet/contract/identity/editions';
import type { Logger } from 'pino';
import type { Configuration } from './config/configuration.ts';
import type { Context, Tuning } from './context.ts';
import { createCountedTransport } from './features/desk/service-status/mail-counter.ts';
import {
  identifyOwner,
  recogniseOwner,
} from './features/identity/account/sessions/session-cookies.ts';
import { isProven } from './features/identity/account/sessions/session-rules.ts';
import { createOperatorGate } from './features/identity/operators/desk-session.ts';
import { assertMasterKeysSuffice } from './features/identity/owner-keys/check-keys.ts';
import { createVault } from './features/identity/owner-keys/vault.ts';
import { createSentMailRecorder } from './features/mail/bounces/record-report.ts';
import { isConfirmedAddress } from './features/protocol/settings/address-repository.ts';
import { type Readiness, readiness } from './features/service/checks/readiness.ts';
import {
  indexedPaths,
  robotsPage,
  sitemapPage,
} from './features/service/landing-page/crawler-pages.ts';
import { welcomePage } from './features/service/landing-page/welcome-page.ts';
import { openCheckedStorage } from './features/service/storage-check/open-checked-storage.ts';
import { features, jobs as jobTable, wiring } from './features.ts';
import type { MovableClock } from './platform/clock.ts';
import type { Database } from './platform/database/database.ts';
import { isDatabaseUnavailable, violatedForeignKey } from './platform/database/database-errors.ts';
import type { DatabaseObserver } from './platform/database/database-observer.ts';
import { MasterKeyInvalid } from './platform/encryption/key-file.ts';
import type { MasterKeys } from './platform/encryption/master-keys.ts';
import { SealBroken } from './platform/encryption/sealed-text.ts';
import { createServiceKey, ServiceKeyNotLoaded } from './platform/encryption/service-key.ts';
import { createLinkTokens } from './platform/encryption/tokens.ts';
import type { CheckedStore } from './platform/file-storage/checked-store.ts';
import { ObjectMissing, ObjectStoreUnavailable } from './platform/file-storage/object-store.ts';
import { createStorageWatch, isStorageFull } from './platform/file-storage/storage-full.ts';
import { createHttpApp, type HttpApp } from './platform/http/http-server.ts';
import type { MetricsPage } from './platform/http/metrics-page.ts';
import { countCallBatch, createRateLimiter } from './platform/http/rate-limiter.ts';
import type { RequestMonitoring } from './platform/http/request-observer.ts';
import { createSharedRateLimiter } from './platform/http/shared-rate-limiter.ts';
import { webRoot } from './platform/installation.ts';
import { createJobQueue, isQueueClosed } from './platform/jobs/job-queue.ts';
import type { JobMonitoring } from './platform/jobs/run-job.ts';
import {
  claimUnconfirmedAllowance,
  releaseUnconfirmedAllowance,
} from './platform/mail/mail-allowance.ts';
import {
  createPostponedMails,
  loggedTransport,
  type MailMonitoring,
  openMail,
  watchedTransport,
} from './platform/mail/open-mail.ts';
import { createReturnAddresses } from './platform/mail/return-address.ts';
import { type Checkpoint, noCheckpoint } from './platform/process.ts';

/** Set if metrics or traces are configured. */
export interface ProductMonitoring {
  observer?: DatabaseObserver;
  requests?: RequestMonitoring;
  jobs?: Pick<JobMonitoring, 'meter' | 'tracing'>;
  mail?: MailMonitoring;
  metricsPage?: MetricsPage | undefined;
}

/** Overrides for tests and monitoring. */
export interface ProductOptions extends Tuning {
  checkpoint?: Checkpoint;
  editions?: Editions;
  prices?: PriceEditions;
  monitoring?: ProductMonitoring;
}

/** The assembled product, not yet running. */
export interface Product {
  ctx: Context;
  app: HttpApp;
  readiness: Readiness;
  pausedDomains(): number;
  /** After the migration. Throws if the master key does not match the database. */
  openKeys(): Promise<void>;
  /** After the migration. Throws if the files of the database are in another store. */
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
      await ctx.serviceKey.load(database, masterKeys, clock);
      await assertMasterKeysSuffice(database, masterKeys, ctx.wiring.keyTables);
    },
    checkStore: () => store.check(),
    close: async () => {
      for (const close of ctx.onClose) await close();
      store.close();
    },
  };
}

function createApp(ctx: Context, { monitoring }: ProductOptions): HttpApp {
  const { config, database, clock, log, prices, capturedMails } = ctx;
  const { publicUrl, supportEmail, legalEntity, isProduction } = config;
  const welcome = { clock, prices, publicUrl, supportEmail, operator: legalEntity };
  return createHttpApp({
    routes: features.flatMap(({ routes }) => routes?.(ctx) ?? []),
    identify: (cookies, limit) => identifyOwner(ctx, cookies, limit),
    recognise: (cookies, limit) => recogniseOwner(ctx, cookies, limit),
    hasProof: (proof, provenAt) => isProven(proof, provenAt, clock.now()),
    operators: createOperatorGate(ctx),
    rateLimiter: createRateLimiter(database, clock),
    generalLimiter: createSharedRateLimiter(
      (key, batch, limit) => countCallBatch(database, key, batch, limit, clock.now()),
      clock,
      log,
    ),
    clock,
    log,
    publicUrl,
    extraOrigins: isProduction ? [] : ['http://localhost:5173'],
    trustedProxies: config.trustedProxies,
    isProduction,
    developerRoutesEnabled: capturedMails !== undefined,
    webRoot,
    pageValues: { SUPPORT_EMAIL: supportEmail },
    generatedPages: [welcomePage(welcome), robotsPage(welcome), sitemapPage(welcome)],
    indexedPaths,
    codeOf: (error) => {
      ctx.storageWatch.record(error);
      return codeOfError(error);
    },
    monitoring: monitoring?.requests,
    metricsPage: monitoring?.metricsPage,
  });
}

interface CreatedContext {
  ctx: Context;
  store: CheckedStore;
  pausedDomains(): number;
}

/** Opens no connections. */
function createContext(
  config: Configuration,
  masterKeys: MasterKeys,
  database: Database,
  clock: MovableClock,
  log: Logger,
  options: ProductOptions = {},
): CreatedContext {
  const { checkpoint = noCheckpoint, editions = legalEditions, prices = priceEditions } = options;
  const { monitoring = {}, hashCost, handOverTimeoutMs, checkDomain } = options;
  const storageWatch = createStorageWatch(clock);
  const jobs = createJobQueue(database, log, { onError: storageWatch.record, ...monitoring.jobs });
  const serviceKey = createServiceKey();
  const store = openCheckedStorage(config, database, clock);
  const mail = openMail(config, clock, log);
  const { bounces } = config;
  const returnAddresses = bounces && createReturnAddresses(serviceKey, bounces.destination);
  const postponedMails = createPostponedMails();
  const watched = watchedTransport(mail.transport, {
    ...monitoring.mail,
    postponed: postponedMails,
  });
  const logged = loggedTransport(watched, log);
  const ctx: Context = {
    advanceClock: clock.advance,
    ...{ database, clock, log, jobs, store, config, checkpoint, editions, prices },
    ...{ masterKeys, serviceKey, storageWatch, postponedMails, wiring },
    linkTokens: createLinkTokens(serviceKey),
    vault: createVault(database, masterKeys, clock),
    capturedMails: mail.capturedMails,
    mailer: {
      transport: createCountedTransport(logged, { database, clock, log }),
      site: { publicUrl: config.publicUrl, supportEmail: config.supportEmail },
      ...{ log, checkpoint, returnAddresses },
      recordSent: returnAddresses && createSentMailRecorder({ database, clock, serviceKey }),
      claimUnconfirmedMail: async (name, to) =>
        (await isConfirmedAddress(database, to))
          ? 0
          : claimUnconfirmedAllowance({ database, clock, log }, name, to),
      releaseUnconfirmedMail: (to) => releaseUnconfirmedAllowance({ database }, to),
    },
    tuning: { hashCost, handOverTimeoutMs, checkDomain },
    observer: monitoring.observer,
    replacements: new Map(),
    onClose: [() => mail.transport.close()],
  };
  return { ctx, store, pausedDomains: mail.pausedDomains };
}

/** Errors for content that was changed, moved, lost, or sealed with a missing key. */
const unreadableErrors = [SealBroken, ObjectMissing, MasterKeyInvalid];

/** Maps errors of the platform to error codes of the API. */
export function codeOfError(error: unknown): ErrorCode | undefined {
  if (isStorageFull(error)) return 'storage_full';
  if (error instanceof ObjectStoreUnavailable) return 'file_storage_unavailable';
  // The account, and so the session, was deleted during the write.
  if (/_user_id_users_id_fk$/.test(violatedForeignKey(error) ?? '')) return 'session_missing';
  if (unreadableErrors.some((kind) => error instanceof kind)) return 'content_unreadable';
  // Keys and queue are opened once the database was reached.
  const isClosed = error instanceof ServiceKeyNotLoaded || isQueueClosed(error);
  return isClosed || isDatabaseUnavailable(error) ? 'database_unavailable' : undefined;
}
