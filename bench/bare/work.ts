import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { statements } from './statements.ts';

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

/** Counts a call as the product does, and refuses none. */
export async function takeLimit(pool: Pool, name: string): Promise<void> {
  const now = new Date();
  const hourAgo = new Date(now.getTime() - 3_600_000);
  const key = createHash('sha256').update(name).digest('base64url');
  const window = [hourAgo, now];
  await pool.query(statements.rateLimit, [key, now, 1, ...window, ...window, 1_000_000]);
}
