import { readFileSync, writeFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { type Machine, type MachineOptions, newKeyText, newMachine } from '../../test/machine.ts';
import type { Person } from '../../test/people.ts';
import { dataExportsOf, personWithData } from '../../test/person-fixture.ts';
import { textOf } from '../../test/sample-files.ts';
import { attach, writeInstruction } from '../../test/vault-fixtures.ts';
import { addKeyToFile } from '../platform/encryption/key-file.ts';
import { loadMasterKeys } from '../platform/encryption/master-keys.ts';
import { rotateKeys } from './keys.ts';

const machines: Machine[] = [];
afterEach(() => Promise.all(machines.splice(0).map((machine) => machine.remove())));

async function machineOf(options: MachineOptions = {}): Promise<Machine> {
  const machine = await newMachine({ isPrepared: true, ...options });
  machines.push(machine);
  return machine;
}

const versionsIn = (path: string) =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(':')[0]);

/** All wrapped keys of the database. */
const wrappedKeys = (machine: Machine) =>
  machine.inDatabase((database) =>
    database.rows(sql`
      select 'service' as id, master_version, wrapped from service_keys
      union all select user_id::text, master_version, wrapped from owner_keys order by id`),
  );

/** Reads and writes content until `isOver`; throws on any failure. */
async function useContent(person: Person, isOver: () => boolean): Promise<number> {
  const { id } = await writeInstruction(person);
  let rounds = 0;
  for (; !isOver(); rounds += 1) {
    const file = await attach(person, id, `${rounds}.txt`, textOf(1000, String(rounds)));
    const blob = await person.browser.downloadFile({ params: { id: file.id } });
    expect(Buffer.from(await blob.arrayBuffer()).equals(textOf(1000, String(rounds)))).toBe(true);
    await person.browser.deleteFile({ params: { id: file.id } });
  }
  return rounds;
}

describe('rotating the master key', () => {
  it('works beside a running server, and the old key can be dropped afterwards', async () => {
    const machine = await machineOf();
    const server = await machine.serve();
    const people = [await personWithData(server), await personWithData(server)];
    const [anna, boris] = people as [Person, Person];
    const dataExports = await dataExportsOf(anna.browser);
    let isOver = false;
    const using = useContent(boris, () => isOver);

    const rotated = await machine.runProcess('keys', 'rotate');
    expect(rotated.output).toContain('2 keys and the service key are closed with master key 2.');
    expect(rotated.code).toBe(0);
    const newcomer = await personWithData(server);
    isOver = true;
    expect(await using).toBeGreaterThan(0);
    expect(await dataExportsOf(anna.browser)).toEqual(dataExports);

    const { output } = await machine.run('keys');
    expect(output).toBe(
      'Master key 1 closes 0 owner keys.\nMaster key 2 (newest) closes 3 owner keys and the service key.\n',
    );
    const former = readFileSync(machine.keyFile, 'utf8').split('\n')[0];
    expect(await machine.run('keys', 'drop', '1')).toMatchObject({ code: 0 });
    expect(
      await machine.inDatabase(({ rows }) =>
        rows(sql`select facts from audit_entries where act = 'key_dropped'`),
      ),
    ).toEqual([{ facts: { version: 1 } }]);
    expect(versionsIn(machine.keyFile)).toEqual(['2']);
    const [, aside = ''] =
      /Master key 1 lies aside in (\S+) since/.exec((await machine.run('keys')).output) ?? [];
    expect(readFileSync(aside, 'utf8')).toBe(`${former}\n`);
    expect(await dataExportsOf(anna.browser)).toEqual(dataExports);
    await server.stop();

    const restarted = await machine.serve();
    for (const person of [anna, newcomer]) {
      const browser = restarted.browser();
      await browser.signIn({ body: { email: person.email, password: person.password } });
      expect((await dataExportsOf(browser)).files).toHaveLength(3);
    }
  });

  it('continues after an interruption, without a running server', async () => {
    const machine = await machineOf();
    const server = await machine.serve();
    await personWithData(server);
    await server.stop();
    addKeyToFile(machine.keyFile);
    // The start is audited before the first key changes, however far the rotation gets.
    const keys = loadMasterKeys({ path: machine.keyFile });
    const broken = machine.inDatabase((database) =>
      rotateKeys(database, keys, AbortSignal.abort()),
    );
    await expect(broken).rejects.toThrow();
    const { code, output } = await machine.run('keys', 'rotate');
    const acts = await machine.inDatabase(({ rows }) =>
      rows(sql`select act from audit_entries where act like 'key%' order by seq`),
    );
    expect(acts).toEqual([
      { act: 'key_rotation_started' },
      { act: 'key_rotation_started' },
      { act: 'keys_rotated' },
    ]);
    expect(output).toContain('Master key 2 was there already');
    expect(code).toBe(0);
    expect(versionsIn(machine.keyFile)).toEqual(['1', '2']);
    expect(await wrappedKeys(machine)).toMatchObject([
      { master_version: 2 },
      { master_version: 2 },
    ]);
  });

  it('refuses to drop a master key in use', async () => {
    const machine = await machineOf();
    await (await machine.serve()).stop();
    addKeyToFile(machine.keyFile);
    const sentences: [string[], number, RegExp][] = [
      [['drop', '1'], 1, /^Keys are still closed with master key 1/],
      [['take-back', '7'], 1, /^No master key 7 lies beside /],
      [['turn'], 64, /^Use zavet keys/],
    ];
    for (const [args, code, sentence] of sentences) {
      const end = await machine.run('keys', ...args);
      expect(end.output).toMatch(sentence);
      expect(end.output.split('\n')).toHaveLength(2);
      expect(end.code).toBe(code);
    }
    expect(versionsIn(machine.keyFile)).toEqual(['1', '2']);
  });
});

describe('a process start', () => {
  it('fails with a wrong or missing master key and changes nothing', async () => {
    const machine = await machineOf();
    const server = await machine.serve();
    await personWithData(server);
    await server.stop();
    const before = await wrappedKeys(machine);
    const wrong: [string, string[], RegExp][] = [
      [
        newKeyText(),
        ['serve'],
        /^The master key does not open what lies in the database;[^\n]*\n$/,
      ],
      [newKeyText(), ['keys', 'rotate'], /^The master key does not open[^\n]*\n$/],
      [
        newKeyText().replace('1:', '2:'),
        ['serve'],
        /^The master key of version 1 is missing[^\n]*\n$/,
      ],
    ];
    for (const [text, [command = '', ...args], sentence] of wrong) {
      writeFileSync(machine.keyFile, text);
      const run = command === 'serve' ? machine.runProcess : machine.run;
      const end = await run(command, ...args);
      expect(end.output).toMatch(sentence);
      expect(end.code).toBe(78);
      expect(readFileSync(machine.keyFile, 'utf8')).toBe(text);
    }
    expect(await wrappedKeys(machine)).toEqual(before);
  });
});
