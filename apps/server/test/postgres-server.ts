import { startPostgresStandIn, withoutDisk } from '@zavet/postgres-stand-in/stand-in';
import type { TestProject } from 'vitest/node';
import { runPendingMigrations } from '../src/platform/database/migrate.ts';
import { openPostgres } from '../src/platform/database/open-database.ts';
import { migrationsFolder, prepareJobs, templateDatabase } from './prepare-database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
    postgresSocketUrl: string;
    postgresFolder: string;
  }
}

/** One PostgreSQL server per run, with a template database. Called by Vitest as global setup. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const standIn = await startPostgresStandIn({
    ...withoutDisk,
    // Full-page images are needed only after a power failure.
    full_page_writes: 'off',
    // Autovacuum would scan hundreds of short-lived databases.
    autovacuum: 'off',
    // The kernel copies the template's files, which takes less CPU time.
    file_copy_method: 'clone',
    max_connections: '300',
  });
  await prepare(await standIn.newDatabase(templateDatabase));
  project.provide('postgresFolder', standIn.folder);
  project.provide('postgresUrl', standIn.url);
  project.provide('postgresSocketUrl', standIn.socketUrl);
  return () => standIn.stop();
}

async function prepare(url: string): Promise<void> {
  await runPendingMigrations(url, migrationsFolder);
  const database = openPostgres(url, () => {});
  await prepareJobs(database);
  await database.close();
}
