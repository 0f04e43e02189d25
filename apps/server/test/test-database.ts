import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { inject } from 'vitest';
import { templateDatabase } from './prepare-database.ts';

export const testMasterKey = Buffer.alloc(32, 5).toString('base64');

/** The address of a migrated database of its own on the test server. */
export async function freshDatabaseUrl(): Promise<string> {
  return `${inject('postgresUrl')}/${await newDatabase(`template ${templateDatabase}`)}`;
}

/** The same over a Unix socket, which takes less time than TCP. */
export async function freshSocketUrl(): Promise<string> {
  return `${inject('postgresSocketUrl')}/${await newDatabase(`template ${templateDatabase}`)}`;
}

/** An address over TCP of a database without a single table. */
export async function emptyDatabaseUrl(): Promise<string> {
  return `${inject('postgresUrl')}/${await newDatabase('')}`;
}

async function newDatabase(kind: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new Client({ connectionString: `${inject('postgresSocketUrl')}/postgres` });
  await client.connect();
  // Files are copied faster than pages are written to the log.
  await client.query(`create database ${name} ${kind} strategy file_copy`);
  await client.end();
  return name;
}

export function newDataDir(): string {
  return mkdtempSync(join(tmpdir(), 'zavet-test-'));
}
