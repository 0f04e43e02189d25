import type { Logger } from 'pino';
import type { Database } from './database.ts';
import { borrowEmbeddedPostgres, startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { openPostgres, openPostgresWithRetries } from './open-database.ts';
import type { PostgresSettings } from './postgres-connections.ts';

interface DatabaseSettings {
  /** Undefined for the embedded database. */
  postgres: PostgresSettings | undefined;
  dataDir: string;
}

/** For a server or worker: the configured PostgreSQL, or the embedded one, started as a child. */
export async function openConfiguredDatabase(
  { postgres, dataDir }: DatabaseSettings,
  log: Logger,
): Promise<Database> {
  const onError = (error: Error) =>
    log.warn(
      { code: 'database_connection_lost', err: error },
      'a connection to the database was lost',
    );
  if (postgres) return openPostgres(postgres, onError);
  const embedded = await startEmbeddedPostgres(dataDir, {
    onLog: (line) => log.warn({ code: 'postgres_log' }, line),
    onCrash: () => log.error({ code: 'postgres_ended' }, 'PostgreSQL ended; starting it again'),
  });
  return closedWith(openPostgres(embedded.url, onError), embedded);
}

/** For a command: the configured server itself, or the embedded one, started unless it runs. */
export async function openCommandDatabase({
  postgres,
  dataDir,
}: DatabaseSettings): Promise<Database> {
  if (postgres) return openPostgresWithRetries(postgres.directUrl ?? postgres.url);
  const embedded = await borrowEmbeddedPostgres(dataDir);
  return closedWith(openPostgresWithRetries(embedded.url), embedded);
}

function closedWith(database: Database, embedded: { stop(): Promise<void> }): Database {
  return {
    ...database,
    close: async () => {
      await database.close();
      await embedded.stop();
    },
  };
}
