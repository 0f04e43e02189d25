import type { Configuration } from '../config/configuration.ts';
import type { Database } from '../platform/database/database.ts';
import { assertCompatibleCluster, hasCluster } from '../platform/database/embedded/cluster.ts';
import {
  assertNotTooNew,
  hasPendingMigrations,
  knownMigrations,
} from '../platform/database/migrate.ts';
import { openCommandDatabase } from '../platform/database/open-database.ts';
import { migrationsFolder } from '../platform/installation.ts';
import { createJobQueue, type JobQueue } from '../platform/jobs/job-queue.ts';
import { createLogger } from '../platform/observability/logger.ts';
import { CommandRefused } from '../platform/process.ts';

/** Never creates the database. By default, refuses one of another version; `prepare` may migrate it. */
export async function withDatabase<T>(
  configuration: Configuration,
  work: (database: Database) => Promise<T>,
  prepare: (database: Database) => Promise<unknown> = assertMigrated,
): Promise<T> {
  if (!configuration.postgres) assertCluster(configuration.dataDir);
  const database = await openCommandDatabase(configuration);
  try {
    await prepare(database);
    return await work(database);
  } finally {
    await database.close();
  }
}

function assertCluster(dataDir: string): void {
  assertCompatibleCluster(dataDir);
  if (hasCluster(dataDir)) return;
  throw new CommandRefused(`There is no database in ${dataDir}; DATA_DIR names another folder.`);
}

async function assertMigrated(database: Database): Promise<void> {
  const known = knownMigrations(migrationsFolder);
  await assertNotTooNew(database, known);
  if (!(await hasPendingMigrations(database, known))) return;
  throw new CommandRefused(
    'The database is not prepared for this version of the program; start the server once.',
  );
}

/** The queue enqueues jobs and runs none. */
export async function withQueue<T>(
  database: Database,
  work: (jobs: JobQueue) => Promise<T>,
): Promise<T> {
  const jobs = createJobQueue(database, createLogger('silent', true));
  await jobs.start({ runsJobs: false });
  try {
    return await work(jobs);
  } finally {
    await jobs.stop();
  }
}
