import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';

export const isPostgres = process.env.TEST_ENGINE === 'postgres';

/** The address of an empty database on the test server; undefined on the embedded engine. */
export async function freshDatabaseUrl(): Promise<string | undefined> {
  if (!isPostgres) return undefined;
  const serverUrl = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new Client({ connectionString: `${serverUrl}/postgres` });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return `${serverUrl}/${name}`;
}
