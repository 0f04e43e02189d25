import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from './platform/database/database.ts';
import { isDatabaseUnavailable } from './platform/database/database-unavailable.ts';
import {
  assertNotTooNew,
  hasPendingMigrations,
  knownMigrations,
  runPendingMigrations,
} from './platform/database/migrate.ts';
import { ObjectStoreUnavailable } from './platform/file-storage/object-store.ts';
import { migrationsFolder } from './platform/folders.ts';
import { ConfigurationInvalid } from './platform/process/configuration-invalid.ts';
import { refuse } from './platform/process/run-process.ts';
import type { Product } from './product.ts';

const retryPauseMs = 2_000;
const longestStoreWaitMs = 5_000;

/**
 * Migrates, opens the keys, makes sure of the store and opens the job queue. While the database
 * cannot be reached it keeps trying, so that the setup page can say what is missing and nobody has
 * to restart us afterwards.
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
 * A store that is away keeps nobody from what needs no files, and is not used before it was checked.
 * The check goes on meanwhile; a foreign store ends the process then.
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
    checkAgain(product, signal).catch(refuse);
  }
}

async function lateStore(): Promise<never> {
  await pause(longestStoreWaitMs, undefined, { ref: false });
  throw new ObjectStoreUnavailable(new Error('It has not answered yet.'));
}

/** Until it could be checked. Only a foreign store is a reason to end: all else may pass. */
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

export async function migrate(database: Database, folder = migrationsFolder): Promise<void> {
  const { driver } = database;
  const known = knownMigrations(folder);
  await assertNotTooNew(database, known);
  if (!(await hasPendingMigrations(database, known))) return;
  await runPendingMigrations(driver.url, folder);
}
