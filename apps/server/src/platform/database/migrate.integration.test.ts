import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyDatabaseUrl } from '../../../test/test-database.ts';
import type { Database } from './database.ts';
import { DatabaseTooNew } from './database-errors.ts';
import {
  appliedMigrations,
  assertNotTooNew,
  hasPendingMigrations,
  knownMigrations,
  runPendingMigrations,
} from './migrate.ts';
import { outsideTransactionLine } from './migration-rules.ts';
import { openPostgres } from './open-database.ts';

let url: string;
let database: Database;
const folders: string[] = [];

beforeEach(async () => {
  url = await emptyDatabaseUrl();
  database = openPostgres(url, () => {});
});
afterEach(async () => {
  await database.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function folderWith(migrations: Record<string, string[]>): string {
  const folder = migrationsFolderWith(migrations);
  folders.push(folder);
  return folder;
}

const migrate = (folder: string) => runPendingMigrations(url, folder);

async function exists(name: string): Promise<boolean> {
  const [found] = await database.rows<{ is_present: boolean }>(
    sql`select to_regclass(${name}) is not null as is_present`,
  );
  return found?.is_present ?? false;
}

const notes = { '0000_notes': ['create table notes (id int primary key, text text)'] };
const withIndex = {
  ...notes,
  '0001_index': [
    `${outsideTransactionLine}\ndrop index concurrently if exists notes_text`,
    'create index concurrently notes_text on notes (text)',
  ],
};

describe('a migration', () => {
  it('is pending until it was applied', async () => {
    const folder = folderWith(notes);
    expect(await hasPendingMigrations(database, knownMigrations(folder))).toBe(true);
    await migrate(folder);
    expect(await hasPendingMigrations(database, knownMigrations(folder))).toBe(false);
  });

  it('runs once when several servers start at the same time', async () => {
    const folder = folderWith(withIndex);
    await Promise.all([migrate(folder), migrate(folder), migrate(folder), migrate(folder)]);
    expect(await appliedMigrations(database)).toEqual(knownMigrations(folder));
  });

  it('is atomic, and keeps earlier migrations when it fails', async () => {
    const broken = folderWith({
      ...notes,
      '0001_broken': ['create table more (id int)', 'create table notes (id int)'],
    });
    await expect(migrate(broken)).rejects.toThrow();
    expect([await exists('notes'), await exists('more')]).toEqual([true, false]);
    expect(await appliedMigrations(database)).toEqual(knownMigrations(broken).slice(0, 1));
  });

  it('runs even if it was merged after later ones', async () => {
    await migrate(folderWith(notes));
    const merged = folderWith({ '0000_other': ['create table other (id int)'], ...notes });
    await migrate(merged);
    expect(await exists('other')).toBe(true);
  });

  it('builds an index concurrently, replacing an invalid one', async () => {
    await migrate(folderWith(notes));
    await database.rows(sql`create index notes_text on notes (id)`);
    await migrate(folderWith(withIndex));
    const [index] = await database.rows<{ indexdef: string }>(
      sql`select indexdef from pg_indexes where indexname = 'notes_text'`,
    );
    expect(index?.indexdef).toContain('(text)');
  });
});

describe('a database of a newer program', () => {
  it('is refused', async () => {
    const newer = folderWith(withIndex);
    const older = folderWith(notes);
    await assertNotTooNew(database, knownMigrations(older));
    await migrate(newer);
    await assertNotTooNew(database, knownMigrations(newer));
    await expect(assertNotTooNew(database, knownMigrations(older))).rejects.toThrow(DatabaseTooNew);
  });
});

describe('a migration on a live database', () => {
  const other = async () => {
    const client = new Client({ connectionString: url });
    await client.connect();
    return client;
  };
  const waitsForLock = async () => {
    const waiting = await database.rows(
      sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    expect(waiting).toHaveLength(1);
  };

  it('does not block readers while it waits for a table', async () => {
    await migrate(folderWith(notes));
    const holder = await other();
    await holder.query('begin');
    await holder.query('select * from notes');
    const migrated = migrate(
      folderWith({ ...notes, '0001_kind': ['alter table notes add column kind text'] }),
    );
    await vi.waitFor(waitsForLock, { interval: 5 });
    // This read must not queue behind the waiting migration.
    await expect(database.rows(sql`select * from notes`)).resolves.toEqual([]);
    await holder.query('commit');
    await holder.end();
    await migrated;
    await database.rows(sql`select kind from notes`);
  });

  it('does not deadlock with a server that waits for the migration lock', async () => {
    await migrate(folderWith(notes));
    const writer = await other();
    await writer.query('begin');
    await writer.query('insert into notes values (1)');
    const folder = folderWith(withIndex);
    const both = Promise.all([migrate(folder), migrate(folder)]);
    await vi.waitFor(waitsForLock, { interval: 5 });
    // Writes are possible while the migrations wait.
    await database.rows(sql`insert into notes values (2)`);
    await writer.query('commit');
    await writer.end();
    await both;
    expect(await appliedMigrations(database)).toEqual(knownMigrations(folder));
  });
});

/** A folder with these migrations, as drizzle-kit writes them; the names give their order. */
function migrationsFolderWith(migrations: Record<string, string[]>): string {
  const folder = mkdtempSync(join(tmpdir(), 'zavet-migrations-'));
  mkdirSync(join(folder, 'meta'));
  const entries = Object.keys(migrations).map((tag, idx) => ({ idx, tag, when: idx + 1 }));
  writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify({ entries }));
  for (const [tag, statements] of Object.entries(migrations)) {
    writeFileSync(join(folder, `${tag}.sql`), statements.join('\n--> statement-breakpoint\n'));
  }
  return folder;
}
