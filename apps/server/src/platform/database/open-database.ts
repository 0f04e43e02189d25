import { Pool, type PoolConfig } from 'pg';
import type { Logger } from 'pino';
import { createDatabase, type Database } from './database.ts';
import { borrowEmbeddedPostgres, startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { postgresEngine } from './engine.ts';
import {
  commandPoolConfig,
  type PostgresSettings,
  requestPoolConfig,
  requestPoolSettings,
} from './postgres-connections.ts';

interface DatabaseSettings {
  /** Undefined for the embedded database. */
  postgres: PostgresSettings | undefined;
  dataDir: string;
}

/**
 * Opens the configured PostgreSQL for a server or worker, or starts the embedded one as a child
 * process.
 */
export async function openConfiguredDatabase(
  { postgres, dataDir }: DatabaseSettings,
  log: Logger,
): Promise<Database> {
  const onError = (error: Error) =>
    log.warn({ code: 'database_connection_lost', err: error }, 'database connection lost');
  if (postgres) return openPostgres(postgres, onError);
  const embedded = await startEmbeddedPostgres(dataDir, {
    onLog: (line) => log.warn({ code: 'postgres_log' }, line),
    onCrash: () => log.error({ code: 'postgres_ended' }, 'PostgreSQL ended; restarting it'),
  });
  return stopOnClose(openPostgres(embedded.url, onError), embedded);
}

/**
 * Opens the configured PostgreSQL for a command, not through a pooler. Without a configured one,
 * connects to the embedded PostgreSQL or starts it.
 */
export async function openCommandDatabase({
  postgres,
  dataDir,
}: DatabaseSettings): Promise<Database> {
  if (postgres) return openPostgresForCommands(postgres.directUrl ?? postgres.url);
  const embedded = await borrowEmbeddedPostgres(dataDir);
  return stopOnClose(openPostgresForCommands(embedded.url), embedded);
}

function stopOnClose(database: Database, embedded: { stop(): Promise<void> }): Database {
  return {
    ...database,
    close: async () => {
      await database.close();
      await embedded.stop();
    },
  };
}

/** Opens PostgreSQL for requests. Connects with the first statement. */
export function openPostgres(
  urlOrSettings: string | PostgresSettings,
  onError: (error: Error) => void,
): Database {
  const settings = typeof urlOrSettings === 'string' ? { url: urlOrSettings } : urlOrSettings;
  return createPooledDatabase(settings, requestPoolConfig(requestPoolSettings(settings)), onError);
}

/**
 * Opens PostgreSQL without a statement timeout. `url` must lead to the server directly, not to a
 * pooler.
 */
export function openPostgresForCommands(url: string): Database {
  // A lost connection also rejects its running statement.
  return createPooledDatabase({ url }, commandPoolConfig(url), () => {});
}

/**
 * Prepared statements find rows by key, so one plan fits all. By default PostgreSQL would plan again
 * for owners with few rows, which takes longer than running the statement.
 */
const genericPlans = '-c plan_cache_mode=force_generic_plan';

function createPooledDatabase(
  settings: PostgresSettings,
  config: PoolConfig,
  onError: (error: Error) => void,
): Database {
  const requests = requestPoolSettings(settings);
  const pool = new Pool(config);
  // A pooler refuses session settings.
  const preparedPool = new Pool(requests.isPooled ? config : { ...config, options: genericPlans });
  for (const one of [pool, preparedPool]) {
    one.on('error', onError);
    // The pool only listens for errors of idle connections. Without this listener, losing a
    // connection between two statements of a transaction would end the process.
    one.on('connect', (client) => client.on('error', () => {}));
  }
  const { url, directUrl = url } = settings;
  const driver = { url: directUrl, requests };
  return createDatabase(driver, postgresEngine(pool, preparedPool, requests));
}
