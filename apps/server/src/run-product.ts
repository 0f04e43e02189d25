import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Configuration } from './config/configuration.ts';
import type { Context } from './context.ts';
import { openMonitoring } from './monitoring.ts';
import { createMovableClock } from './platform/clock.ts';
import type { Database } from './platform/database/database.ts';
import { isDatabaseUnavailable } from './platform/database/database-errors.ts';
import { migrate } from './platform/database/migrate.ts';
import { watchDatabaseClock } from './platform/downtime/heartbeat.ts';
import type { MasterKeys } from './platform/encryption/master-keys.ts';
import { ObjectStoreUnavailable } from './platform/file-storage/object-store.ts';
import { serveHttp } from './platform/http/http-server.ts';
import type { Outages } from './platform/observability/outages.ts';
import { type Checkpoint, ConfigurationInvalid, exitWithFailure } from './platform/process.ts';
import { createProduct, type Product } from './product.ts';

const listenTimeoutMs = 3_000;
const retryPauseMs = 2_000;
const storeTimeoutMs = 5_000;

/** A server answers requests and, unless configured otherwise, runs jobs; a worker only runs jobs. */
export type Role = 'server' | 'worker';

interface ProcessOptions {
  role: Role;
  configuration: Configuration;
  masterKeys: MasterKeys;
  database: Database;
  log: Logger;
  outages: Outages;
  errors: ReadonlyMap<string, number>;
  checkpoint: Checkpoint;
  stopping: AbortSignal;
}

/** Runs the product on an open database; returns the function that stops it. */
export async function runProduct(processOptions: ProcessOptions): Promise<() => Promise<void>> {
  const { role, configuration, masterKeys, database } = processOptions;
  const { log, checkpoint, stopping } = processOptions;
  const monitoring = await openMonitoring(configuration, database, processOptions);
  const options = { checkpoint, monitoring: monitoring.product };
  const clock = createMovableClock();
  const product = createProduct(configuration, masterKeys, database, clock, log, options);
  const { ctx } = product;
  stopping.addEventListener('abort', product.readiness.stop, { once: true });
  await monitoring.start(product);
  const { runsJobs } = configuration;
  const opened = bringUp(database, product, { runsJobs, signal: stopping, log });
  const server = role === 'server' ? await serve(configuration, product, opened, log) : undefined;
  // Jobs start after the HTTP server.
  const jobsStarted = opened.then(() => ctx.jobs.work());
  if (runsJobs) jobsStarted.then(() => watchDatabaseClock(ctx, stopping)).catch(() => {});
  const listening = jobsStarted.then(() => listenForBounces(configuration, ctx));
  listening.catch(() => {});
  (server ? jobsStarted : listening).then(() => {
    if (stopping.aborted) return;
    if (server) log.info({ code: 'server_ready' }, 'server ready: it answers every call');
    else log.info({ code: 'worker_ready' }, 'worker ready: it takes jobs from now on');
  }, exitWithFailure);

  return async () => {
    if (server) log.info({ code: 'server_stopping' }, 'the server stops');
    else log.info({ code: 'worker_stopping' }, 'the worker stops');
    await server?.stop();
    await jobsStarted;
    await (await listening)();
    await ctx.jobs.stop();
    await product.close();
    await monitoring.close();
    await database.close();
  };
}

async function serve(
  configuration: Configuration,
  product: Product,
  opened: Promise<void>,
  log: Logger,
) {
  // /setup must be served while the database is unavailable.
  const timeout = pause(listenTimeoutMs, undefined, { ref: false });
  await (configuration.databaseUrl ? Promise.race([opened, timeout]) : opened);
  const server = await serveHttp(product.app, {
    port: configuration.port,
    hostname: configuration.host,
    drainMs: 1_000 * configuration.drainSeconds,
  });
  announce(configuration, server.port, log);
  return server;
}

/** In production to the log, otherwise to the terminal. */
function announce(configuration: Configuration, port: number, log: Logger): void {
  const address = configuration.port === 0 ? `http://localhost:${port}` : configuration.publicUrl;
  if (configuration.isProduction) {
    log.info({ code: 'server_listening', url: address, port }, 'the server listens');
    return;
  }
  const lines = [`Завет: ${address}`];
  if (!configuration.smtpUrl) lines.push(`Mail is captured: ${address}/dev/mailbox`);
  process.stdout.write(`\n${lines.join('\n')}\n\n`);
}

/**
 * Migrates, opens the keys, checks the store and starts the job queue. Retries while the database is
 * unavailable, so that no restart is needed.
 */
export async function bringUp(
  database: Database,
  product: Pick<Product, 'ctx' | 'openKeys' | 'checkStore'>,
  options: { runsJobs: boolean; signal: AbortSignal; log: Logger },
): Promise<void> {
  const { runsJobs, signal, log } = options;
  while (!signal.aborted) {
    try {
      await migrate(database);
      await product.openKeys();
      await checkStore(product, { signal, log });
      await product.ctx.jobs.start({ runsJobs });
      return;
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      log.error(
        { code: 'database_unavailable', err: error },
        'the database cannot be reached; trying again',
      );
      await pause(retryPauseMs, undefined, { signal }).catch(() => {});
    }
  }
}

/**
 * An unreachable store does not delay the start: the check continues in the background, and the store
 * is not used before. A foreign store ends the process.
 */
async function checkStore(
  product: Pick<Product, 'checkStore'>,
  { signal, log }: { signal: AbortSignal; log: Logger },
): Promise<void> {
  try {
    await Promise.race([product.checkStore(), storeTimeout()]);
  } catch (error) {
    if (!(error instanceof ObjectStoreUnavailable)) throw error;
    log.error(
      { code: 'object_store_unavailable', err: error },
      'the object store cannot be used; trying again',
    );
    retryStoreCheck(product, signal).catch(exitWithFailure);
  }
}

async function storeTimeout(): Promise<never> {
  await pause(storeTimeoutMs, undefined, { ref: false });
  throw new ObjectStoreUnavailable(new Error('The object store did not answer in time.'));
}

/** Throws only for a foreign store. */
async function retryStoreCheck(
  product: Pick<Product, 'checkStore'>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await pause(retryPauseMs, undefined, { signal, ref: false }).catch(() => {});
    try {
      if (!signal.aborted) await product.checkStore();
      return;
    } catch (error) {
      if (error instanceof ConfigurationInvalid && !signal.aborted) throw error;
    }
  }
}

/** Receives delivery reports if configured; returns a function that stops it. */
async function listenForBounces(
  { bounces, runsJobs }: Configuration,
  ctx: Context,
): Promise<() => Promise<void>> {
  if (!bounces?.listener || bounces.destination.kind !== 'domain' || !runsJobs)
    return async () => {};
  const { listenForReports } = await import('./features/mail/bounces/listen-for-reports.ts');
  try {
    const options = { ...bounces.listener, domain: bounces.destination.domain };
    const listener = await listenForReports(ctx, options);
    ctx.log.info(
      { code: 'bounce_listening', port: listener.port },
      'listening for delivery reports',
    );
    return listener.stop;
  } catch (error) {
    // Not fatal: another worker on this machine may use the port.
    ctx.log.error(
      { code: 'bounce_port_refused', err: error, port: bounces.listener.port },
      'cannot listen for delivery reports on this port',
    );
    return async () => {};
  }
}
