import { Pool, type PoolConfig } from 'pg';
import type { Logger } from 'pino';
import { createDatabase, type Database } from './database.ts';
import { borrowEmbeddedPostgres, startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { postgresEngine } from './engine.ts';
import {
  commandPoolConfig,
  defaultJobPoolSize,
  type PostgresSettings,
  requestPoolConfig,
  requestPoolSettings,
} from './postgres-connections.ts';

/** PostgreSQL over the network. Opening does not connect yet. */
export function openPostgres(
  given: string | PostgresSettings,
  onError: (error: Error) => void,
): Database {
  const settings = typeof given === 'string' ? { url: given } : given;
  return overPools(settings, requestPoolConfig(requestPoolSettings(settings)), onError);
}

/** The same for commands, which go to the server itself. */
export function openPostgresForCommands(url: string): Database {
  // A lost connection rejects the statement that runs on it.
  return overPools({ url }, commandPoolConfig(url), () => {});
}

/**
 * For prepared statements outside of transactions: they find rows by their keys, and one plan serves
 * everybody. Left to itself, PostgreSQL plans anew for each owner who has less than others, and that
 * takes longer than finding the rows.
 */
const planOnce = '-c plan_cache_mode=force_generic_plan';

function overPools(
  settings: PostgresSettings,
  usual: PoolConfig,
  onError: (error: Error) => void,
): Database {
  const requests = requestPoolSettings(settings);
  const pool = new Pool(usual);
  // A pooler refuses settings of a session.
  const quick = new Pool(requests.isPooled ? usual : { ...usual, options: planOnce });
  for (const one of [pool, quick]) {
    one.on('error', onError);
    // The pool listens to connections only while nobody uses them. One that is lost between two
    // statements of a transaction must not end the process: the next statement fails.
    one.on('connect', (client) => client.on('error', () => {}));
  }
  const { url, directUrl = url, jobPoolSize = defaultJobPoolSize } = settings;
  const driver = { url: directUrl, jobPoolSize, requests };
  return createDatabase(driver, postgresEngine(pool, quick, requests));
}

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
  if (postgres) return openPostgresForCommands(postgres.directUrl ?? postgres.url);
  const embedded = await borrowEmbeddedPostgres(dataDir);
  return closedWith(openPostgresForCommands(embedded.url), embedded);
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
