import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type Machine,
  type MachineOptions,
  newKeyText,
  newMachine,
} from '../../../../test/machine.ts';
import { masterKeysFrom } from '../../../../test/master-keys.ts';
import { type Person, signedInPerson } from '../../../../test/people.ts';
import { samples } from '../../../../test/sample-files.ts';
import { testMasterKey } from '../../../../test/test-database.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { attach, writeInstruction } from '../../../../test/vault-fixtures.ts';
import { MasterKeyInvalid } from '../../../platform/encryption/key-file.ts';
import { CommandRefused } from '../../../platform/process.ts';
import { makeBackup } from './make-backup.ts';
import { verifyBackup } from './verify-backup.ts';

const folder = mkdtempSync(join(tmpdir(), 'zavet-backups-'));
const intact = join(folder, 'intact');
const progress = { print: () => {}, signal: new AbortController().signal };
const machines: Machine[] = [];
let product: TestProduct;
let person: Person;
let instructionId: string;
let fileId: string;
let copyCount = 0;

beforeAll(async () => {
  product = await startTestProduct();
  person = await signedInPerson(product);
  instructionId = (await writeInstruction(person)).id;
  fileId = (await attach(person, instructionId, 'a.png', samples.png)).id;
  await makeBackup(product, intact, progress);
});
afterEach(() => Promise.all(machines.splice(0).map((machine) => machine.remove())));
afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function machineOf(options: MachineOptions = {}): Promise<Machine> {
  const machine = await newMachine({ keyText: testMasterKey, ...options });
  machines.push(machine);
  return machine;
}

function damagedCopy(damage: (copy: string) => void): string {
  const copy = join(folder, `copy-${copyCount++}`);
  cpSync(intact, copy, { recursive: true });
  damage(copy);
  return copy;
}

function changeManifest(copy: string, change: (manifest: Record<string, unknown>) => object): void {
  const path = join(copy, 'manifest.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify({ ...manifest, ...change(manifest) }));
}

const onlyObject = (copy: string) => join(copy, 'objects', 'files', person.userId, fileId);
const usersTable = (copy: string) => join(copy, 'tables', 'users.ndjson.gz');
const truncateFile = (path: string) => writeFileSync(path, readFileSync(path).subarray(0, -5));
function flipByte(path: string): void {
  const bytes = readFileSync(path);
  bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
  writeFileSync(path, bytes);
}

const verify = async (copy: string, key = testMasterKey) =>
  verifyBackup(
    copy,
    {
      knownMigrations: JSON.parse(readFileSync(join(intact, 'manifest.json'), 'utf8')).migrations,
      masterKeys: masterKeysFrom(key),
    },
    progress,
  );

describe('a backup', () => {
  it('that is intact passes', async () => {
    expect(await verify(intact)).toMatchObject({ objects: { rows: 1 }, master_versions: [1] });
  });

  it.each<[string, (copy: string) => void]>([
    ['is no backup', (copy) => rmSync(join(copy, 'manifest.json'))],
    ['has a manifest that is cut', (copy) => truncateFile(join(copy, 'manifest.json'))],
    [
      'has a manifest without tables',
      (copy) => changeManifest(copy, () => ({ tables: undefined })),
    ],
    ['has a newer format', (copy) => changeManifest(copy, () => ({ format: 2 }))],
    ['has unknown migrations', (copy) => changeManifest(copy, () => ({ migrations: ['ab'] }))],
    ['lacks a table', (copy) => rmSync(usersTable(copy))],
    ['has a table that is cut', (copy) => truncateFile(usersTable(copy))],
    ['has a table that was changed', (copy) => flipByte(usersTable(copy))],
    [
      'has the table of another backup',
      (copy) => cpSync(join(copy, 'tables', 'sessions.ndjson.gz'), usersTable(copy)),
    ],
    ['lacks its jobs', (copy) => rmSync(join(copy, 'jobs.ndjson.gz'))],
    ['lacks the list of objects', (copy) => rmSync(join(copy, 'objects.ndjson.gz'))],
    ['lacks an object', (copy) => rmSync(onlyObject(copy))],
    ['has an object that is cut', (copy) => truncateFile(onlyObject(copy))],
    ['has an object that was changed', (copy) => flipByte(onlyObject(copy))],
  ])('that %s is refused', async (_, damage) => {
    await expect(verify(damagedCopy(damage))).rejects.toThrow(CommandRefused);
  });

  it('is refused with another master key or without a required version', async () => {
    const other = Buffer.alloc(32, 6).toString('base64');
    await expect(verify(intact, other)).rejects.toThrow(MasterKeyInvalid);
    await expect(verify(intact, `2:${testMasterKey}`)).rejects.toThrow(/version 1 is missing/);
  });

  it('leaves out and names files whose objects are missing or truncated', async () => {
    const { id } = await attach(person, instructionId, 'b.txt', samples.txt);
    const path = join(product.dataDir, 'objects', 'files', person.userId, `${id}.object`);
    const bytes = readFileSync(path);
    const parent = mkdtempSync(join(folder, 'lost-'));
    for (const [name, damage] of [
      ['cut', () => truncateFile(path)],
      ['missing', () => rmSync(path)],
    ] as const) {
      damage();
      const target = join(parent, name);
      const lines: string[] = [];
      const made = await makeBackup(product, target, {
        ...progress,
        print: (line) => lines.push(line),
      });
      expect(made).toMatchObject({ objects: 1, lost: 1, missing: 1 });
      expect(lines).toContainEqual(expect.stringMatching(`left out: file ${id} of owner`));
      expect(await verify(target)).toMatchObject({ objects: { rows: 1, missing: 1 } });
      expect(existsSync(join(target, 'objects', 'files', person.userId, id))).toBe(false);
    }
    writeFileSync(path, bytes);
    expect(await makeBackup(product, join(parent, 'whole'), progress)).toMatchObject({ lost: 0 });
  });

  it('with lost files exits with its own code, and can be restored', async () => {
    const source = await machineOf();
    await source.run('restore', intact);
    rmSync(join(source.dataDir, 'objects', 'files', person.userId, `${fileId}.object`));
    // A separate folder, because backups in the same folder still have the file.
    const target = join(mkdtempSync(join(folder, 'alone-')), 'backup');
    const { code, output } = await source.run('backup', target);
    expect(code).toBe(65);
    expect(output).toMatch(/\n1 files are missing from the object store .* check-storage/);
    const other = await machineOf();
    const restored = await other.run('restore', target);
    expect(restored).toMatchObject({ code: 0 });
    expect(restored.output).toContain('1 files had been lost before the backup');
  });

  it('never overwrites a folder or file', async () => {
    const occupied = join(folder, 'occupied');
    cpSync(intact, occupied, { recursive: true });
    await expect(makeBackup(product, occupied, progress)).rejects.toThrow(/is not empty/);
    await expect(makeBackup(product, usersTable(occupied), progress)).rejects.toThrow(
      CommandRefused,
    );
    expect(await verify(occupied)).toBeTruthy();
  });

  it('replaces an unfinished one', async () => {
    const target = join(folder, 'second');
    cpSync(intact, `${target}.part`, { recursive: true });
    await makeBackup(product, target, progress);
    expect(existsSync(`${target}.part`)).toBe(false);
    await verify(target);
  });
});

/** True if the database of the machine is still empty. */
async function isUntouched(machine: Machine): Promise<boolean> {
  return machine.inDatabase(async (database) => {
    const tables = await database.rows(sql`
      select 1 from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`);
    return tables.length === 0;
  });
}

describe('a restore that is refused', () => {
  it('explains the damage in one sentence and changes nothing', async () => {
    const machine = await machineOf();
    const { code, output } = await machine.run(
      'restore',
      damagedCopy((copy) => truncateFile(usersTable(copy))),
    );
    expect(code).toBe(1);
    expect(output).toMatch(
      /^Checking the backup\.\n\S+users\.ndjson\.gz is missing or damaged; nothing was restored\.\n$/,
    );
    expect(await isUntouched(machine)).toBe(true);
  });

  it('reports a wrong master key and changes nothing', async () => {
    const machine = await machineOf({ keyText: newKeyText() });
    const { code, output } = await machine.run('restore', intact);
    expect(code).toBe(78);
    expect(output).toMatch(/^The master key does not open the backup;[^\n]*\n$/);
    expect(await isUntouched(machine)).toBe(true);
  });
});

describe('a restore', () => {
  it('reports a missing key file instead of creating a key', async () => {
    const machine = await machineOf();
    rmSync(machine.keyFile);
    for (const command of [
      ['restore', intact],
      ['keys', 'rotate'],
    ] as const) {
      const [name, ...args] = command;
      const { code, output } = await machine.run(name, ...args);
      expect(code).toBe(78);
      expect(output).toMatch(/^The master key \S+master\.key is missing;[^\n]*\n$/);
    }
    expect(existsSync(machine.keyFile)).toBe(false);
    expect(await isUntouched(machine)).toBe(true);
  });

  it('is refused while a server is running', async () => {
    const machine = await machineOf({ isPrepared: true });
    await machine.serve();
    const { code, output } = await machine.run('restore', intact);
    expect(code).toBe(1);
    expect(output).toMatch(/still use the database; stop them/);
  });

  it('prints its usage on wrong arguments, as a backup does', async () => {
    const machine = await machineOf();
    for (const [name, ...args] of [
      ['restore', intact, intact],
      ['restore', intact, '--force'],
      ['backup', '--help'],
    ] as const) {
      const { code, output } = await machine.run(name, ...args);
      expect(output).toMatch(/^Use zavet \w+ <folder>[^\n]*\n$/);
      expect(code).toBe(64);
    }
  });

  it('can be repeated after a crash', async () => {
    await product.database.rows(sql`
      insert into security_events (id, user_id, kind, created_at)
      select gen_random_uuid(), ${person.userId}, 'signed_in', now() from generate_series(1, 8000)`);
    const large = join(folder, 'large');
    await makeBackup(product, large, progress);
    const machine = await machineOf();
    const killed = machine.launch('restore', large);
    await killed.waitForOutput(/files put back/);
    await killed.end('SIGKILL');
    const { code, output } = await machine.run('restore', large);
    expect(output).toContain('Restored');
    expect(code).toBe(0);
    const again = join(folder, 'large-again');
    expect(await machine.run('backup', again)).toMatchObject({ code: 0 });
    const countsOf = async (path: string) =>
      (await verify(path)).tables.map(({ name, rows }) => [name, rows] as const);
    // The restore adds one audit entry.
    const expected = (await countsOf(large)).map(([name, rows]) =>
      name === 'audit_entries' ? [name, rows + 1] : [name, rows],
    );
    expect(await countsOf(again)).toEqual(expected);
  });
});
