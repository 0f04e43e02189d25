import { setTimeout as pause } from 'node:timers/promises';
import { type Checkpoint, noCheckpoint } from '../platform/checkpoint.ts';
import { createMovableClock } from '../platform/clock/clock.ts';
import { loadMasterKeys } from '../platform/encryption/master-keys.ts';
import { serveHttp } from '../platform/http/http-server.ts';
import { createLogger } from '../platform/logging/logger.ts';
import { bringUp } from './bring-up.ts';
import { readConfiguration } from './configuration.ts';
import { openServerControl } from './control-commands.ts';
import { openConfiguredDatabase } from './open-configured-database.ts';
import { refuse, runProcess } from './process-life.ts';
import { createProduct } from './product.ts';

const longestWaitMs = 3_000;

/** The web server; unless told otherwise it also does the jobs. */
export function runServer(checkpoint = noCheckpoint): void {
  runProcess((stopping) => serve(stopping, checkpoint));
}

async function serve(stopping: AbortSignal, checkpoint: Checkpoint): Promise<() => Promise<void>> {
  const configuration = readConfiguration(process.env);
  const log = createLogger(configuration.logLevel, configuration.isProduction);
  // Before the database: a data folder without its key is refused untouched.
  const masterKeys = loadMasterKeys(configuration.masterKey);
  const database = await openConfiguredDatabase(configuration, log);
  const clock = createMovableClock();
  const product = createProduct(configuration, masterKeys, database, clock, log, { checkpoint });
  const { runsJobs } = configuration;
  const isUp = bringUp(database, product, { runsJobs, signal: stopping, log });
  // A database that is away may stay away for long; /setup has to be served meanwhile.
  const isLate = pause(longestWaitMs, undefined, { ref: false });
  await (configuration.databaseUrl ? Promise.race([isUp, isLate]) : isUp);
  isUp.then(() => {
    if (!stopping.aborted)
      log.info({ code: 'server_ready' }, 'server ready: it answers every call');
  }, refuse);

  const server = await serveHttp(product.app, {
    port: configuration.port,
    hostname: configuration.host,
  });
  announce(configuration, server.port);
  const control = await openServerControl(configuration, database, masterKeys, product.jobs, log);

  return async () => {
    log.info({ code: 'server_stopping' }, 'the server was told to stop');
    await server.stop();
    await control?.close();
    await isUp;
    await product.jobs.stop();
    await product.close();
    await database.close();
  };
}

function announce(configuration: ReturnType<typeof readConfiguration>, port: number): void {
  const address = configuration.port === 0 ? `http://localhost:${port}` : configuration.publicUrl;
  const lines = [`Завет: ${address}`];
  if (!configuration.smtpUrl) lines.push(`Mail is captured: ${address}/dev/mailbox`);
  if (!configuration.databaseUrl) {
    lines.push(
      `The embedded database in ${configuration.dataDir} survives a crash of the program, not a power cut; for real use set DATABASE_URL.`,
    );
  }
  process.stdout.write(`\n${lines.join('\n')}\n\n`);
}
