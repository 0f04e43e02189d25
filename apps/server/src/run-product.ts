import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { bringUp } from './bring-up.ts';
import type { Configuration } from './config/configuration.ts';
import { listenForBounces } from './listen-for-bounces.ts';
import type { Checkpoint } from './platform/checkpoint.ts';
import { createMovableClock } from './platform/clock/clock.ts';
import type { Database } from './platform/database/database.ts';
import type { MasterKeys } from './platform/encryption/master-keys.ts';
import { serveHttp } from './platform/http/http-server.ts';
import type { Outages } from './platform/logging/outages.ts';
import { refuse } from './platform/process/run-process.ts';
import { createProduct } from './product.ts';
import { openWatch } from './watch.ts';

const longestWaitMs = 3_000;

interface Surroundings {
  configuration: Configuration;
  masterKeys: MasterKeys;
  database: Database;
  log: Logger;
  outages: Outages;
  checkpoint: Checkpoint;
  stopping: AbortSignal;
}

/** Puts the product together on an open database and serves it; gives the way to stop. */
export async function serveProduct({
  configuration,
  masterKeys,
  database,
  log,
  outages,
  checkpoint,
  stopping,
}: Surroundings): Promise<() => Promise<void>> {
  const clock = createMovableClock();
  const watch = await openWatch(configuration, database, { log, outages });
  const options = { checkpoint, watch: watch.product };
  const product = createProduct(configuration, masterKeys, database, clock, log, options);
  stopping.addEventListener('abort', product.readiness.stop, { once: true });
  await watch.begin(product);
  const { runsJobs } = configuration;
  const isOpen = bringUp(database, product, { runsJobs, signal: stopping, log });
  // A database that is away may stay away for long; /setup has to be served meanwhile.
  const isLate = pause(longestWaitMs, undefined, { ref: false });
  await (configuration.databaseUrl ? Promise.race([isOpen, isLate]) : isOpen);

  const server = await serveHttp(product.app, {
    port: configuration.port,
    hostname: configuration.host,
    drainMs: 1_000 * configuration.drainSeconds,
  });
  announce(configuration, server.port, log);
  // Jobs start after the first callers were served.
  const isUp = isOpen.then(() => product.ctx.jobs.work());
  const listening = isUp.then(() => listenForBounces(configuration, product.ctx, log));
  listening.catch(() => {});
  isUp.then(() => {
    if (!stopping.aborted)
      log.info({ code: 'server_ready' }, 'server ready: it answers every call');
  }, refuse);

  return async () => {
    log.info({ code: 'server_stopping' }, 'the server was told to stop');
    await server.stop();
    await isUp;
    await (await listening)();
    await product.ctx.jobs.stop();
    await product.close();
    await watch.close();
    await database.close();
  };
}

/** To a person at a terminal; where machines read, as a line of the log. */
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
