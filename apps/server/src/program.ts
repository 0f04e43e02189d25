import { readConfiguration } from './config/configuration.ts';
import { warnOfUnknownVariables } from './config/warn-of-unknown-variables.ts';
import { openLog } from './open-log.ts';
import { type Checkpoint, noCheckpoint } from './platform/checkpoint.ts';
import { openConfiguredDatabase } from './platform/database/open-configured-database.ts';
import { loadMasterKeys } from './platform/encryption/master-keys.ts';
import { runProcess } from './platform/process/run-process.ts';

/** The web server; unless told otherwise it also does the jobs. */
export function runServer(checkpoint = noCheckpoint): void {
  runProcess((stopping) => serve(stopping, checkpoint));
}

async function serve(stopping: AbortSignal, checkpoint: Checkpoint): Promise<() => Promise<void>> {
  const configuration = readConfiguration(process.env);
  const { log, outages } = openLog(configuration, 'server');
  warnOfUnknownVariables(process.env, log);
  // Before the database: a data folder without its key is refused untouched.
  const masterKeys = loadMasterKeys(configuration.masterKey);
  // The product is read while the database opens.
  const [database, { serveProduct }] = await Promise.all([
    openConfiguredDatabase(configuration, log),
    import('./run-product.ts'),
  ]);
  return serveProduct({
    configuration,
    masterKeys,
    database,
    log,
    outages,
    checkpoint,
    stopping,
  });
}
