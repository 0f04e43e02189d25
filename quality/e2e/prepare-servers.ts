import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgresStandIn, withoutDisk } from '@zavet/postgres-stand-in/stand-in';
import { RunningServer } from './running-server.ts';

/** One PostgreSQL for all journeys; servers start on copies of one prepared database and data folder. */
// biome-ignore lint/style/noDefaultExport: Playwright calls it.
export default async function prepareServers(): Promise<() => Promise<void>> {
  const postgres = await startPostgresStandIn({
    ...withoutDisk,
    full_page_writes: 'off',
    autovacuum: 'off',
    max_connections: '300',
  });
  const folder = await mkdtemp(join(tmpdir(), 'zavet-prepared-'));
  const database = 'prepared';
  await RunningServer.prepare(folder, await postgres.newDatabase(database));
  process.env.PREPARED_FOLDER = folder;
  process.env.PREPARED_DATABASE = database;
  process.env.POSTGRES_SERVER = postgres.url;
  return async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
