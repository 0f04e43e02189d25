import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { inject, it } from 'vitest';
import { templateDatabase } from './prepare-database.ts';

export const testMasterKey = Buffer.alloc(32, 5).toString('base64');

export const isPostgres = process.env.TEST_ENGINE === 'postgres';

/** For what starts whole processes and does nothing that the engines do differently: once is enough. */
export function itOnPostgres(name: string, work: () => Promise<void>): void {
  if (isPostgres) it(name, work);
}

/** The address of a migrated database of its own on the test server; undefined on the embedded engine. */
export function freshDatabaseUrl(): Promise<string | undefined> {
  return newDatabase(`template ${templateDatabase}`);
}

/** The same without a single table. */
export function emptyDatabaseUrl(): Promise<string | undefined> {
  return newDatabase('');
}

async function newDatabase(kind: string): Promise<string | undefined> {
  if (!isPostgres) return undefined;
  const serverUrl = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new Client({ connectionString: `${serverUrl}/postgres` });
  await client.connect();
  // Files are copied faster than pages are written to the log.
  await client.query(`create database ${name} ${kind} strategy file_copy`);
  await client.end();
  return `${serverUrl}/${name}`;
}

/** A new data folder; on the embedded engine it already holds a migrated database. */
export function freshDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'zavet-test-'));
  if (!isPostgres) cpSync(inject('embeddedTemplate'), folder, { recursive: true });
  return folder;
}
