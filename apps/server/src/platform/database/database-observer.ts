import type { SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Pool, type PoolClient } from 'pg';
import type { Database } from './database.ts';
import { requestPoolConfig } from './postgres-connections.ts';

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

export function openDatabaseObserver({ driver }: Database): DatabaseObserver {
  const pool = new Pool({
    ...requestPoolConfig(driver.requests),
    max: connections,
    idleTimeoutMillis: idleMs,
    query_timeout: statementMs,
    allowExitOnIdle: true,
  });
  // One that is lost while nobody uses it is replaced by the next one.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    rows: async <Row>(statement: SQL) =>
      readOnly(
        pool,
        async (client) => (await drizzle({ client }).execute(statement)).rows as Row[],
      ),
    ping: async () => {
      await readOnly(pool, (client) => client.query('select 1'));
    },
    close: () => pool.end(),
  };
}

/** Over a connection that is thrown away when anything fails: one that hangs would hang for ever. */
async function readOnly<T>(pool: Pool, read: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(`begin read only; set local statement_timeout = ${statementMs}`);
    const result = await read(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
