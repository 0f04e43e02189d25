import type { Logger } from 'pino';
import type { Database } from '../platform/database/database.ts';
import { openEmbedded, openPostgres } from '../platform/database/open-database.ts';
import type { Configuration } from './configuration.ts';

export function openConfiguredDatabase(
  { postgres, dataDir }: Configuration,
  log: Logger,
): Promise<Database> {
  if (!postgres) return openEmbedded(dataDir);
  const onError = (error: Error) =>
    log.warn(
      { code: 'database_connection_lost', err: error },
      'a connection to the database was lost',
    );
  return Promise.resolve(openPostgres(postgres, onError));
}
