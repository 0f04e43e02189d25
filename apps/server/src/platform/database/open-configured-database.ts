import type { Logger } from 'pino';
import type { Configuration } from '../../config/configuration.ts';
import type { Database } from './database.ts';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { openPostgres } from './open-database.ts';

/** For a server or worker: the configured PostgreSQL, or the embedded one, started as a child. */
export async function openConfiguredDatabase(
  { postgres, dataDir }: Configuration,
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
  const database = openPostgres(embedded.url, onError);
  return {
    ...database,
    close: async () => {
      await database.close();
      await embedded.stop();
    },
  };
}
