import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Machine,
  type MachineOptions,
  newKeyText,
  newMachine,
} from '../../../../test/machine.ts';
import {
  canaries,
  dataExportsOf,
  personWithData,
  pin,
  requestAbout,
  requestWithFiles,
} from '../../../../test/person-fixture.ts';
import { systemClock } from '../../../platform/clock.ts';
import { loadMasterKeys } from '../../../platform/encryption/master-keys.ts';
import { createServiceKey } from '../../../platform/encryption/service-key.ts';
import { createPins } from '../../identity/account/passwords/passwords.ts';

let folder: string;
const machines: Machine[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zavet-backups-'));
});
afterEach(async () => {
  await Promise.all(machines.splice(0).map((machine) => machine.remove()));
  rmSync(folder, { recursive: true, force: true });
});

async function machineOf(options: MachineOptions): Promise<Machine> {
  const machine = await newMachine(options);
  machines.push(machine);
  return machine;
}

const filesIn = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const contentOf = (path: string) => {
  const bytes = readFileSync(path);
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
};

/** Sorted rows of all tables. */
function rowsOf(backup: string): Record<string, string[]> {
  const paths = filesIn(join(backup, 'tables'));
  return Object.fromEntries(
    paths.map((path) => [path.slice(backup.length), String(contentOf(path)).split('\n').sort()]),
  );
}

/** Every backup and restore adds audit entries. */
function rowsWithoutLog(backup: string) {
  const { [logRows]: _, ...others } = rowsOf(backup);
  return others;
}

async function isPinValid(machine: Machine, userId: string): Promise<boolean> {
  return machine.inDatabase(async (database) => {
    const serviceKey = createServiceKey();
    const masterKeys = loadMasterKeys({ path: machine.keyFile });
    await serviceKey.load(database, masterKeys, systemClock);
    const [profile] = await database.rows<{ pin_hash: string }>(
      sql`select pin_hash from user_profiles where user_id = ${userId}`,
    );
    return createPins(() => serviceKey.derive('pin')).matches(profile?.pin_hash ?? '', pin);
  });
}

const logRows = '/tables/audit_entries.ndjson.gz';

function objectsOf(backup: string): Record<string, Buffer> {
  const paths = filesIn(join(backup, 'objects'));
  return Object.fromEntries(
    paths.toSorted().map((path) => [path.slice(backup.length), contentOf(path)]),
  );
}

describe('a backup of a running server', () => {
  it('restores on an empty machine completely, and contains no plain text', async () => {
    const keyText = newKeyText();
    const home = await machineOf({ keyText, isPrepared: true });
    const server = await home.serve();
    const anna = await personWithData(server);
    const boris = await personWithData(server);
    const request = await requestAbout(server, boris, anna);
    const belongings = await dataExportsOf(anna.browser);
    const papers = await requestWithFiles(anna.browser, request);
    const first = join(folder, 'backup');
    const made = await home.runProcess('backup', first);
    expect(made.output).toMatch(/7 files/);
    expect(made.output).toMatch(/keep version 1 apart/);
    expect(made.code).toBe(0);
    expectSecrecy(first, keyText);

    const away = await machineOf({ keyText });
    const restored = await away.runProcess('restore', first);
    expect(restored.output).toMatch(/Restored \d+ rows, 7 files/);
    expect(restored.code).toBe(0);
    const again = join(folder, 'again');
    expect(await away.run('backup', again)).toMatchObject({ code: 0 });
    expect(rowsWithoutLog(again)).toEqual(rowsWithoutLog(first));
    expect(objectsOf(again)).toEqual(objectsOf(first));
    expect(await away.run('audit', 'verify')).toMatchObject({ code: 0 });
    expect(await isPinValid(away, anna.userId)).toBe(true);

    const twin = await away.serve();
    const { email, password } = anna;
    const newcomer = twin.browser();
    await newcomer.signIn({ body: { email, password } });
    expect(await dataExportsOf(newcomer)).toEqual(belongings);
    expect(await requestWithFiles(newcomer, request)).toEqual(papers);
    // Sessions of the original server stay valid.
    const returning = twin.browser();
    for (const [name, value] of anna.browser.cookies) returning.cookies.set(name, value);
    expect(await dataExportsOf(returning)).toEqual(belongings);
  });
});

/** Verifies private permissions, and that no user text or master key is readable. */
function expectSecrecy(backup: string, keyText: string): void {
  expect(statSync(backup).mode & 0o777).toBe(0o700);
  const key = keyText.slice(2).trim();
  for (const path of filesIn(backup)) {
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const content = contentOf(path);
    const found = [...canaries, key].filter((word) => content.includes(word));
    expect(found, path).toEqual([]);
  }
}
