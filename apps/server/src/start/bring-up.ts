import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../platform/database/database.ts';
import { isDatabaseUnavailable } from '../platform/database/database-unavailable.ts';
import {
  assertNotTooNew,
  hasPendingMigrations,
  knownMigrations,
  migrateEmbedded,
  migratePostgresServer,
} from '../platform/database/migrate.ts';
import { migrationsFolder } from './folders.ts';
import type { Product } from './product.ts';

const retryPauseMs = 2_000;

/**
 * Migrates, opens the keys and the job queue. While the database cannot be reached it keeps
 * trying, so that the setup page can say what is missing and nobody has to restart us afterwards.
 */
export async function bringUp(
  database: Database,
  product: Pick<Product, 'jobs' | 'openKeys'>,
  options: { runsJobs: boolean; signal: AbortSignal; log: Logger },
): Promise<void> {
  const { runsJobs, signal, log } = options;
  while (!signal.aborted) {
    try {
      await migrate(database);
      await product.openKeys();
      await product.jobs.start({ runsJobs });
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

export async function migrate(database: Database, folder = migrationsFolder): Promise<void> {
  const { driver } = database;
  const known = knownMigrations(folder);
  await assertNotTooNew(database, known);
  if (!(await hasPendingMigrations(database, known))) return;
  await (driver.engine === 'pglite'
    ? migrateEmbedded(database, folder)
    : migratePostgresServer(driver.url, folder));
}
