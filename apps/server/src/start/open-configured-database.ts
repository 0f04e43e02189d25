import type { Logger } from 'pino';
import type { Database } from '../platform/database/database.ts';
import { openEmbedded, openPostgres } from '../platform/database/open-database.ts';
import type { Configuration } from './configuration.ts';

export function openConfiguredDatabase(
  { databaseUrl, dataDir }: Configuration,
  log: Logger,
): Promise<Database> {
  if (!databaseUrl) return openEmbedded(dataDir);
  const onError = (error: Error) => log.warn({ err: error }, 'database connection lost');
  return Promise.resolve(openPostgres(databaseUrl, onError));
}
