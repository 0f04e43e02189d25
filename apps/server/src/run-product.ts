import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Configuration } from './config/configuration.ts';
import type { Context } from './context.ts';
import { openMonitoring } from './monitoring.ts';
import { createMovableClock } from './platform/clock.ts';
import type { Database } from './platform/database/database.ts';
import { isDatabaseUnavailable } from './platform/database/database-errors.ts';
import { migrate } from './platform/database/migrate.ts';
import type { MasterKeys } from './platform/encryption/master-keys.ts';
import { ObjectStoreUnavailable } from './platform/file-storage/object-store.ts';
import { serveHttp } from './platform/http/http-server.ts';
import type { Outages } from './platform/observability/outages.ts';
import { type Checkpoint, ConfigurationInvalid, exitWithFailure } from './platform/process.ts';
import { createProduct, type Product } from './product.ts';

const longestWaitMs = 3_000;
const retryPauseMs = 2_000;
const longestStoreWaitMs = 5_000;

/** A server answers requests and, unless configured otherwise, runs jobs; a worker only runs jobs. */
export type Role = 'server' | 'worker';

interface Surroundings {
  role: Role;
  configuration: Configuration;
  masterKeys: MasterKeys;
  database: Database;
  log: Logger;
  outages: Outages;
  checkpoint: Checkpoint;
  stopping: AbortSignal;
}

/** Runs the product on an open database; returns the function that stops it. */
export async function runProduct(surroundings: Surroundings): Promise<() => Promise<void>> {
  const { role, configuration, masterKeys, database } = surroundings;
  const { log, outages, checkpoint, stopping } = surroundings;
  const watch = await openMonitoring(configuration, database, { log, outages });
  const options = { checkpoint, watch: watch.product };
  const clock = createMovableClock();
  const product = createProduct(configuration, masterKeys, database, clock, log, options);
  const { ctx } = product;
  stopping.addEventListener('abort', product.readiness.stop, { once: true });
  await watch.begin(product);
  const { runsJobs } = configuration;
  const isOpen = bringUp(database, product, { runsJobs, signal: stopping, log });
  const server = role === 'server' ? await serve(configuration, product, isOpen, log) : undefined;
  // Jobs start after the first callers were served.
  const isUp = isOpen.then(() => ctx.jobs.work());
  const listening = isUp.then(() => listenForBounces(configuration, ctx));
  listening.catch(() => {});
  (server ? isUp : listening).then(() => {
    if (stopping.aborted) return;
    if (server) log.info({ code: 'server_ready' }, 'server ready: it answers every call');
    else log.info({ code: 'worker_ready' }, 'worker ready: it takes jobs from now on');
  }, exitWithFailure);

  return async () => {
    if (server) log.info({ code: 'server_stopping' }, 'the server stops');
    else log.info({ code: 'worker_stopping' }, 'the worker stops');
    await server?.stop();
    await isUp;
    await (await listening)();
    await ctx.jobs.stop();
    await product.close();
    await watch.close();
    await database.close();
  };
}

async function serve(
  configuration: Configuration,
  product: Product,
  isOpen: Promise<void>,
  log: Logger,
) {
  // A database may stay away for long; /setup has to be served meanwhile.
  const isLate = pause(longestWaitMs, undefined, { ref: false });
  await (configuration.databaseUrl ? Promise.race([isOpen, isLate]) : isOpen);
  const server = await serveHttp(product.app, {
    port: configuration.port,
    hostname: configuration.host,
    drainMs: 1_000 * configuration.drainSeconds,
  });
  announce(configuration, server.port, log);
  return server;
}

/** To a person at a terminal; in production, as a line of the log. */
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
 * Migrates, opens the keys, checks the store and opens the job queue. Retries while the database
 * cannot be reached, so that the setup page can report it and no restart is needed afterwards.
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
 * An unreachable store does not hold up what needs no files, and is not used before it was checked.
 * The check continues in the background; a foreign store ends the process then.
 */
async function checkStore(
  product: Pick<Product, 'checkStore'>,
  { signal, log }: { signal: AbortSignal; log: Logger },
): Promise<void> {
  try {
    await Promise.race([product.checkStore(), lateStore()]);
  } catch (error) {
    if (!(error instanceof ObjectStoreUnavailable)) throw error;
    log.error(
      { code: 'object_store_unavailable', err: error },
      'the object store cannot be used; trying again',
    );
    checkAgain(product, signal).catch(exitWithFailure);
  }
}

async function lateStore(): Promise<never> {
  await pause(longestStoreWaitMs, undefined, { ref: false });
  throw new ObjectStoreUnavailable(new Error('It has not answered yet.'));
}

/** Until it could be checked. Only a foreign store is a reason to end: everything else may pass. */
async function checkAgain(
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

/** Takes delivery reports where that is configured; returns the function that stops it. */
async function listenForBounces(
  { bounces, runsJobs }: Configuration,
  ctx: Context,
): Promise<() => Promise<void>> {
  if (!bounces?.listener || bounces.place.kind !== 'domain' || !runsJobs) return async () => {};
  const { listenForReports } = await import('./features/mail/bounces/listen-for-reports.ts');
  try {
    const options = { ...bounces.listener, domain: bounces.place.domain };
    const listener = await listenForReports(ctx, options);
    ctx.log.info({ code: 'bounce_listening', port: listener.port }, 'delivery reports are taken');
    return listener.stop;
  } catch (error) {
    // Letters are sent without it; another worker of this machine may have the port.
    ctx.log.error(
      { code: 'bounce_port_refused', err: error, port: bounces.listener.port },
      'delivery reports cannot be taken on this port',
    );
    return async () => {};
  }
}
