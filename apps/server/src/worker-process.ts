import { bringUp } from './bring-up.ts';
import { readConfiguration } from './config/configuration.ts';
import { warnOfUnknownVariables } from './config/warn-of-unknown-variables.ts';
import { listenForBounces } from './listen-for-bounces.ts';
import { openLog } from './open-log.ts';
import { type Checkpoint, noCheckpoint } from './platform/checkpoint.ts';
import { createMovableClock } from './platform/clock/clock.ts';
import { openConfiguredDatabase } from './platform/database/open-configured-database.ts';
import { loadMasterKeys } from './platform/encryption/master-keys.ts';
import { ConfigurationInvalid } from './platform/process/configuration-invalid.ts';
import { runProcess } from './platform/process/run-process.ts';
import { createProduct } from './product.ts';
import { openWatch } from './watch.ts';

/** A process that only does jobs, beside servers started with RUN_JOBS=false. */
export function runWorker(checkpoint = noCheckpoint): void {
  runProcess((stopping) => work(stopping, checkpoint));
}

async function work(stopping: AbortSignal, checkpoint: Checkpoint): Promise<() => Promise<void>> {
  const configuration = readConfiguration(process.env);
  if (!configuration.databaseUrl) {
    throw new ConfigurationInvalid(
      'DATABASE_URL must be set for a worker of its own: the embedded database belongs to the server, which runs the jobs itself.',
    );
  }
  const { log, outages } = openLog(configuration, 'worker');
  warnOfUnknownVariables(process.env, log);
  // Before the database: a data folder without its key is refused untouched.
  const masterKeys = loadMasterKeys(configuration.masterKey);
  const database = await openConfiguredDatabase(configuration, log);
  const clock = createMovableClock();
  const watch = await openWatch(configuration, database, { log, outages });
  const options = { checkpoint, watch: watch.product };
  const product = createProduct(configuration, masterKeys, database, clock, log, options);
  stopping.addEventListener('abort', product.readiness.stop, { once: true });
  await watch.begin(product);
  await bringUp(database, product, { runsJobs: true, signal: stopping, log });
  await product.ctx.jobs.work();
  const stopListening = await listenForBounces(
    { ...configuration, runsJobs: true },
    product.ctx,
    log,
  );
  log.info({ code: 'worker_ready' }, 'worker ready: it takes jobs from now on');

  return async () => {
    log.info({ code: 'worker_stopping' }, 'the worker was told to stop');
    await stopListening();
    await product.ctx.jobs.stop();
    await product.close();
    await watch.close();
    await database.close();
  };
}
