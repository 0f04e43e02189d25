import type { Pool } from 'pg';

/** Runs statements on one connection, between begin and commit. */
export async function inTransaction(
  pool: Pool,
  work: (query: (sql: string, values: unknown[]) => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await work((sql, values) => client.query(sql, values));
    await client.query('commit');
  } finally {
    client.release();
  }
}
