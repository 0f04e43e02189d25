import type { Pool } from 'pg';
import { statements } from './statements.ts';

/** Sends a statement of the product, prepared as the product does. */
export async function send<Row>(
  client: Pick<Pool, 'query'>,
  name: keyof typeof statements,
  values: unknown[],
): Promise<Row[]> {
  const result = await client.query({ name, text: statements[name], values });
  return result.rows as Row[];
}

/** Runs statements on one connection, between begin and commit. */
export async function inTransaction(
  pool: Pool,
  work: (
    query: (name: keyof typeof statements, values: unknown[]) => Promise<unknown>,
  ) => Promise<void>,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await work((name, values) => send(client, name, values));
    await client.query('commit');
  } finally {
    client.release();
  }
}
