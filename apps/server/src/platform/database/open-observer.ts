import { type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';
import type { Database } from './database.ts';
import { promptConnections } from './postgres-connections.ts';

/** Reads figures and looks whether the database answers, without taking a connection from people. */
export interface DatabaseObserver {
  rows<Row>(statement: SQL): Promise<Row[]>;
  /** Throws while the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** One for the figures, one for whether it answers: neither waits for the other. */
const connections = 2;
const idleMs = 30_000;
/** What takes longer is not worth knowing. */
const statementMs = 5_000;

/** The embedded database has one connection, and everybody waits for a turn there. */
export function openObserver(database: Database): DatabaseObserver {
  const { driver } = database;
  if (driver.engine === 'pglite') {
    return { rows: database.rows, ping: database.ping, close: async () => {} };
  }
  const pool = new Pool({
    ...promptConnections(driver.requests),
    max: connections,
    idleTimeoutMillis: idleMs,
    query_timeout: statementMs,
    allowExitOnIdle: true,
  });
  // One that is lost while nobody uses it is replaced by the next one.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const handle = drizzle({ client: pool });
  return {
    rows: async <Row>(statement: SQL) =>
      handle.transaction(
        async (transaction) => {
          await transaction.execute(
            sql`select set_config('statement_timeout', ${`${statementMs}`}, true)`,
          );
          return (await transaction.execute(statement)).rows as Row[];
        },
        { accessMode: 'read only' },
      ),
    ping: async () => {
      await pool.query('select 1');
    },
    close: () => pool.end(),
  };
}
