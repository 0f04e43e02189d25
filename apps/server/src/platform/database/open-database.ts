import { Pool, type PoolConfig } from 'pg';
import { type Database, databaseOver } from './database.ts';
import {
  type PostgresSettings,
  patientConnections,
  promptConnections,
  requestWayOf,
  usualJobPoolSize,
} from './postgres-connections.ts';
import { postgresEngine } from './postgres-engine.ts';

/** PostgreSQL over the network. Opening does not connect yet. */
export function openPostgres(
  given: string | PostgresSettings,
  onError: (error: Error) => void,
): Database {
  const settings = typeof given === 'string' ? { url: given } : given;
  return overPools(settings, promptConnections(requestWayOf(settings)), onError);
}

/** The same for commands, which go to the server itself. */
export function openPostgresWithRetries(url: string): Database {
  // A lost connection rejects the statement that runs on it.
  return overPools({ url }, patientConnections(url), () => {});
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
  const requests = requestWayOf(settings);
  const pool = new Pool(usual);
  // A pooler refuses settings of a session.
  const quick = new Pool(requests.isPooled ? usual : { ...usual, options: planOnce });
  for (const one of [pool, quick]) {
    one.on('error', onError);
    // The pool listens to connections only while nobody uses them. One that is lost between two
    // statements of a transaction must not end the process: the next statement fails.
    one.on('connect', (client) => client.on('error', () => {}));
  }
  const { url, directUrl = url, jobPoolSize = usualJobPoolSize } = settings;
  const driver = { url: directUrl, jobPoolSize, requests };
  return databaseOver(driver, postgresEngine(pool, quick, requests));
}
