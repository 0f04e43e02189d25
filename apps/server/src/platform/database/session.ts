import { type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Client } from 'pg';
import type { Database, Queryable } from './database.ts';

/** Keys of advisory locks, shared by all processes on one PostgreSQL. Any distinct numbers work. */
export const migrationLock = 7_382_001;
/** Held during a backup: objects that it has yet to copy must not be removed. */
export const backupLock = 7_382_002;
/** Shared by commands that joined an embedded server, exclusive for the command that stops it. */
export const embeddedUseLock = 7_382_003;

/** Runs `work` while this process holds the lock. Fails if the lock was lost meanwhile. */
export function withLock<T>(
  { driver }: Database,
  lock: number,
  work: () => Promise<T>,
): Promise<T> {
  return withSession(driver.url, async (client) => {
    await client.query('select pg_advisory_lock($1)', [lock]);
    const result = await work();
    // Losing the connection loses the lock.
    await client.query('select 1');
    return result;
  });
}

/**
 * Runs `work` on a snapshot. Takes `lock` first, so that the snapshot includes the changes of its
 * previous holder.
 */
export function withSnapshot<T>(
  { driver }: Database,
  lock: number | undefined,
  work: (snapshot: Queryable) => Promise<T>,
): Promise<T> {
  return withSession(driver.url, async (client) => {
    if (lock !== undefined) await client.query('select pg_advisory_lock($1)', [lock]);
    return drizzle({ client }).transaction(
      async (handle) => {
        const rows = async <Row>(statement: SQL) => {
          const result = await handle.execute(statement);
          return result.rows as Row[];
        };
        await useStableTextFormats({ rows });
        return work({ rows });
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
  });
}

/** Reads any query in batches with constant memory. Must run inside a transaction. */
export async function* readInBatches<Row>(
  { rows }: Queryable,
  query: SQL,
  batchSize = 50,
): AsyncGenerator<Row[]> {
  await rows(sql`declare batches no scroll cursor for ${query}`);
  for (let received = batchSize; received === batchSize; ) {
    const batch = await rows<Row>(sql`fetch forward ${sql.raw(String(batchSize))} from batches`);
    received = batch.length;
    if (received > 0) yield batch;
  }
  await rows(sql`close batches`);
}

/** Runs `work` on a dedicated connection without timeouts. */
async function withSession<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: 'zavet-operations',
  });
  // A lost connection also rejects the running statement.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('set statement_timeout to 0');
    await client.query('set idle_in_transaction_session_timeout to 0');
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Text casts must not depend on defaults of the server or the role. */
async function useStableTextFormats({ rows }: Queryable): Promise<void> {
  await rows(sql`set local timezone to 'UTC'`);
  await rows(sql`set local datestyle to 'ISO'`);
  await rows(sql`set local bytea_output to 'hex'`);
  await rows(sql`set local extra_float_digits to 1`);
}
