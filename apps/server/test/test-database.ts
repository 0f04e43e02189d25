import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { inject } from 'vitest';
import { generatedKeyPath } from '../src/platform/encryption/key-file.ts';
import { templateDatabase } from './prepare-database.ts';

export const testMasterKey = Buffer.alloc(32, 5).toString('base64');

/** URL of a new migrated database on the test server. */
export async function freshDatabaseUrl(): Promise<string> {
  return `${inject('postgresUrl')}/${await newDatabase(`template ${templateDatabase}`)}`;
}

/** URL of a new migrated database over a Unix socket, which is faster than TCP. */
export async function freshSocketUrl(): Promise<string> {
  return `${inject('postgresSocketUrl')}/${await newDatabase(`template ${templateDatabase}`)}`;
}

/** URL of a new database without tables. */
export async function emptyDatabaseUrl(): Promise<string> {
  return `${inject('postgresUrl')}/${await newDatabase('')}`;
}

async function newDatabase(kind: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new Client({ connectionString: `${inject('postgresSocketUrl')}/postgres` });
  await client.connect();
  // Copying files is faster than writing pages to the WAL.
  await client.query(`create database ${name} ${kind} strategy file_copy`);
  await client.end();
  return name;
}

/** A data folder with `testMasterKey` in place of a generated key. */
export function newDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'zavet-test-'));
  mkdirSync(join(dataDir, 'keys'), { mode: 0o700 });
  writeFileSync(generatedKeyPath(dataDir), `1:${testMasterKey}\n`, { mode: 0o600 });
  return dataDir;
}
