import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { inject } from 'vitest';
import { templateDatabase } from './prepare-database.ts';

export const testMasterKey = Buffer.alloc(32, 5).toString('base64');

/** The address of a migrated database of its own on the test server. */
export function freshDatabaseUrl(): Promise<string> {
  return newDatabase(`template ${templateDatabase}`);
}

/** The same without a single table. */
export function emptyDatabaseUrl(): Promise<string> {
  return newDatabase('');
}

async function newDatabase(kind: string): Promise<string> {
  const serverUrl = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new Client({ connectionString: `${serverUrl}/postgres` });
  await client.connect();
  // Files are copied faster than pages are written to the log.
  await client.query(`create database ${name} ${kind} strategy file_copy`);
  await client.end();
  return `${serverUrl}/${name}`;
}

export function newDataDir(): string {
  return mkdtempSync(join(tmpdir(), 'zavet-test-'));
}
