import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Machine, newMachine } from '../machine.ts';
import type { Person } from '../people.ts';
import { dataExportsOf, personWithData } from '../person-fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'zavet-backups-'));
const old = join(folder, 'old');
let machine: Machine;
let person: Person;
let dataExports: Awaited<ReturnType<typeof dataExportsOf>>;

beforeAll(async () => {
  machine = await newMachine({ isPrepared: true });
  const server = await machine.serve();
  person = await personWithData(server);
  dataExports = await dataExportsOf(person.browser);
  expect(await machine.run('backup', old)).toMatchObject({ code: 0 });
  expect(await machine.run('keys', 'rotate')).toMatchObject({ code: 0 });
  expect(await machine.run('keys', 'drop', '1')).toMatchObject({ code: 0 });
  await server.stop();
});
afterAll(async () => {
  await machine.remove();
  rmSync(folder, { recursive: true, force: true });
});

const versions = () =>
  readFileSync(machine.keyFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(':')[0]);
const filesBesideKey = () => readdirSync(dirname(machine.keyFile));

describe('a retired master key', () => {
  it('is restored for a backup that needs it, and the restored data can be decrypted', async () => {
    const before = filesBesideKey();
    expect(await machine.run('restore', old)).toMatchObject({ code: 1 });
    expect([versions(), filesBesideKey()]).toEqual([['2'], before]);
    const { code, output } = await machine.run('restore', old, '--replace');
    expect(output).toMatch(/Master key 1 was taken back from \S+\.1\.[\d-]+\.aside/);
    expect(code).toBe(0);
    expect(versions()).toEqual(['1', '2']);
    expect(filesBesideKey()).toEqual(['master.key']);
    const server = await machine.serve();
    const browser = server.browser();
    await browser.signIn({ body: { email: person.email, password: person.password } });
    expect(await dataExportsOf(browser)).toEqual(dataExports);
    await server.stop();
  });

  it('is named when the database needs it again, and restored by a command', async () => {
    expect(await machine.run('keys', 'rotate')).toMatchObject({ code: 0 });
    expect(await machine.run('keys', 'drop', '1')).toMatchObject({ code: 0 });
    // Simulates an older state restored with database tools.
    await machine.inDatabase(({ rows }) => rows(sql`update owner_keys set master_version = 1`));
    const refused = await machine.runProcess('serve');
    expect(refused.code).toBe(78);
    expect(refused.output).toMatch(
      /version 1 is missing .*; it lies in \S+, and zavet keys take-back 1 puts it back\.\n$/,
    );
    expect(await machine.run('keys', 'take-back', '1')).toMatchObject({ code: 0 });
    expect(versions()).toEqual(['1', '2']);
  });

  it('is requested with the path of the key file if it is missing', async () => {
    const other = await newMachine({ keyText: `2:${Buffer.alloc(32, 3).toString('base64')}\n` });
    try {
      const { code, output } = await other.run('restore', old);
      expect(output).toBe(
        `The master key of version 1 is missing although the backup needs it; add it to ${other.keyFile} as a line 1:<key>.\n`,
      );
      expect(code).toBe(78);
      expect(existsSync(join(other.dataDir, 'database'))).toBe(false);
    } finally {
      await other.remove();
    }
  });
});
