import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restoreInto } from '../../src/commands/restore.ts';
import { readConfiguration } from '../../src/config/configuration.ts';
import { makeBackup } from '../../src/features/service/backup/make-backup.ts';
import { systemClock } from '../../src/platform/clock.ts';
import {
  appliedMigrations,
  knownMigrations,
  migrate,
} from '../../src/platform/database/migrate.ts';
import { migrationsFolder } from '../../src/platform/installation.ts';
import { type Machine, newMachine } from '../machine.ts';
import { signedInPerson } from '../people.ts';
import { testMasterKey } from '../test-database.ts';
import { startTestProduct } from '../test-product.ts';
import { writeInstruction } from '../vault-fixtures.ts';

const progress = { print: () => {}, signal: new AbortController().signal };
const scratch = mkdtempSync(join(tmpdir(), 'zavet-released-'));
const machines: Machine[] = [];
afterAll(async () => {
  await Promise.all(machines.map((machine) => machine.remove()));
  rmSync(scratch, { recursive: true, force: true });
});

async function emptyMachine(): Promise<Machine> {
  const machine = await newMachine({ keyText: `1:${testMasterKey}\n` });
  machines.push(machine);
  return machine;
}

const restore = (machine: Machine, folder: string, migrations?: string) =>
  restoreInto(
    readConfiguration(machine.env),
    { folder, replace: false, newerBackups: [] },
    progress,
    migrations,
  );

describe('data of every released version', () => {
  // One folder per version, created by its `zavet backup` with `testMasterKey`.
  const released = fileURLToPath(new URL('../../test/released', import.meta.url));
  const changelog = fileURLToPath(new URL('../../../../CHANGELOG.md', import.meta.url));

  it('exists as a backup that this version restores, migrates and serves', async () => {
    const [, ...earlier] = readFileSync(changelog, 'utf8').match(/(?<=^## )\d+\.\d+\.\d+/gm) ?? [];
    expect(existsSync(released) ? readdirSync(released).sort() : []).toEqual(earlier.sort());
    for (const version of earlier) {
      const machine = await emptyMachine();
      expect((await restore(machine, join(released, version))).rows).toBeGreaterThan(0);
      const server = await machine.start();
      expect(await server.browser().checkSetup()).toMatchObject({ status: 'ready' });
    }
  });
});

describe('a backup of an older version', () => {
  const newer = join(scratch, 'migrations');
  const backup = join(scratch, 'backup');

  beforeAll(async () => {
    cpSync(migrationsFolder, newer, { recursive: true });
    const journal = join(newer, 'meta', '_journal.json');
    const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8'));
    const added = { ...entries.at(-1), idx: entries.length, tag: '9999_added' };
    writeFileSync(journal, JSON.stringify({ ...rest, entries: [...entries, added] }));
    writeFileSync(
      join(newer, '9999_added.sql'),
      `create table added as select user_id, version + 1 as next_version from instructions`,
    );
    const product = await startTestProduct();
    await writeInstruction(await signedInPerson(product));
    await makeBackup({ ...product, clock: systemClock }, backup, progress);
    await product.stop();
  });

  it('is restored and migrated, including data derived by newer migrations', async () => {
    const machine = await emptyMachine();
    await restore(machine, backup, newer);
    await machine.inDatabase(async (database) => {
      expect(await database.rows(sql`select next_version from added`)).toEqual([
        { next_version: 2 },
      ]);
      expect(await appliedMigrations(database)).toEqual(knownMigrations(newer));
    });
  });

  it('is refused by a database of a newer version, which stays unchanged', async () => {
    const machine = await emptyMachine();
    await machine.inDatabase((database) => migrate(database, newer));
    await expect(restore(machine, backup, newer)).rejects.toThrow(
      'older version than the database; restore it into an empty one',
    );
    await machine.inDatabase(async (database) => {
      expect(await appliedMigrations(database)).toEqual(knownMigrations(newer));
    });
  });
});
