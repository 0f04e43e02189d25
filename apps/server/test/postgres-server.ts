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

/** A real PostgreSQL server for the whole run, with a database to copy. Vitest calls this once. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const standIn = await startPostgresStandIn({
    ...withoutDisk,
    // Only a power cut leaves half of a page.
    full_page_writes: 'off',
    // It would go round hundreds of small databases that are soon thrown away.
    autovacuum: 'off',
    // The kernel copies the files of the template, which takes less processor time.
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
