import type { SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Pool, type PoolClient } from 'pg';
import type { Database } from './database.ts';
import { ignoreLostConnections, requestPoolConfig } from './postgres-connections.ts';

/** Reads metrics over separate connections, so that a pool busy with requests cannot delay them. */
export interface DatabaseObserver {
  rows<Row>(statement: SQL): Promise<Row[]>;
  /** Throws while the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** One for metrics and one for pings, which must not wait for each other. */
const maxConnections = 2;
const idleMs = 30_000;
const statementTimeoutMs = 5_000;

export function openDatabaseObserver({ driver }: Database): DatabaseObserver {
  const pool = new Pool({
    ...requestPoolConfig(driver.requests),
    max: maxConnections,
    idleTimeoutMillis: idleMs,
    query_timeout: statementTimeoutMs,
    allowExitOnIdle: true,
  });
  ignoreLostConnections(pool);
  return {
    rows: async <Row>(statement: SQL) =>
      runReadOnly(
        pool,
        async (client) => (await drizzle({ client }).execute(statement)).rows as Row[],
      ),
    ping: async () => {
      await runReadOnly(pool, (client) => client.query('select 1'));
    },
    close: () => pool.end(),
  };
}

/** Discards the connection after any failure, because the connection may hang. */
async function runReadOnly<T>(pool: Pool, read: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(`begin read only; set local statement_timeout = ${statementTimeoutMs}`);
    const result = await read(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
