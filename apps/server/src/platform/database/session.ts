import { Client } from 'pg';
import type { Database } from './database.ts';

/** A connection to PostgreSQL of its own, for work that may take as long as it needs. */
export async function withSession<T>(
  url: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
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
