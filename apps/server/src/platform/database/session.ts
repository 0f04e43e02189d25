import { type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Client } from 'pg';
import type { Database, Rows } from './database.ts';

/** Locks that all processes on one PostgreSQL share. Any numbers will do, as long as they differ. */
export const migrationLock = 7_382_001;

/** Held by a backup: objects that it still has to copy must stay. */
export const backupLock = 7_382_002;

/** Shared by commands that use an embedded server of another command, exclusive for the one that stops it. */
export const embeddedUseLock = 7_382_003;

/** A connection to PostgreSQL of its own, for work that may take as long as it needs. */
async function withSession<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: 'zavet-operations',
  });
  // A connection lost in the middle rejects the running statement; the event needs no second answer.
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

/** Runs `work` while this process alone holds the lock. */
export function withLock<T>(
  { driver }: Database,
  lock: number,
  work: () => Promise<T>,
): Promise<T> {
  return withSession(driver.url, async (client) => {
    await client.query('select pg_advisory_lock($1)', [lock]);
    const done = await work();
    // Without its connection the lock was lost too.
    await client.query('select 1');
    return done;
  });
}

/**
 * Gives `work` the database as of one moment. `lock`, if any, is held meanwhile; it is taken first, so
 * that the snapshot contains the work of its last holder.
 */
export function withSnapshot<T>(
  { driver }: Database,
  lock: number | undefined,
  work: (snapshot: Rows) => Promise<T>,
): Promise<T> {
  return withSession(driver.url, async (client) => {
    if (lock !== undefined) await client.query('select pg_advisory_lock($1)', [lock]);
    return drizzle({ client }).transaction(
      async (handle) => {
        const rows = async <Row>(statement: SQL) => {
          const result = await handle.execute(statement);
          return result.rows as Row[];
        };
        await writeValuesAlike({ rows });
        return work({ rows });
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
  });
}

/** Rows of any query, some at a time, inside a transaction: memory stays the same for any number. */
export async function* readInBatches<Row>(
  { rows }: Rows,
  query: SQL,
  atOnce = 50,
): AsyncGenerator<Row[]> {
  await rows(sql`declare parts no scroll cursor for ${query}`);
  for (let taken = atOnce; taken === atOnce; ) {
    const part = await rows<Row>(sql`fetch forward ${sql.raw(String(atOnce))} from parts`);
    taken = part.length;
    if (taken > 0) yield part;
  }
  await rows(sql`close parts`);
}

/** Values cast to text look the same whatever a server or a role has as its defaults. */
async function writeValuesAlike({ rows }: Rows): Promise<void> {
  await rows(sql`set local timezone to 'UTC'`);
  await rows(sql`set local datestyle to 'ISO'`);
  await rows(sql`set local bytea_output to 'hex'`);
  await rows(sql`set local extra_float_digits to 1`);
}
