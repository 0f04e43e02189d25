import { Client } from 'pg';

/** Runs statements one after another, past the product. */
export async function onDatabase<T>(
  url: string,
  work: (query: (sql: string, values?: unknown[]) => Promise<unknown[]>) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(async (sql, values) => (await client.query(sql, values)).rows);
  } finally {
    await client.end();
  }
}
