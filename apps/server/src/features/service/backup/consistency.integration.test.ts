import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Machine, newMachine } from '../../../../test/machine.ts';
import { type Person, signedInPerson } from '../../../../test/people.ts';
import { dataExportsOf } from '../../../../test/person-fixture.ts';
import { textOf } from '../../../../test/sample-files.ts';
import { testMasterKey } from '../../../../test/test-database.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { attach, writeInstruction } from '../../../../test/vault-fixtures.ts';
import type { ObjectStore } from '../../../platform/file-storage/object-store.ts';
import { removeObjects } from '../../vault/instructions/clean-up-files.ts';
import { makeBackup } from './make-backup.ts';

const folder = mkdtempSync(join(tmpdir(), 'zavet-backups-'));
const progress = { print: () => {}, signal: new AbortController().signal };
const machines: Machine[] = [];
let product: TestProduct;

beforeAll(async () => {
  product = await startTestProduct();
});
afterEach(() => Promise.all(machines.splice(0).map((machine) => machine.remove())));
afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function machineWith(backup: string): Promise<Machine> {
  const machine = await newMachine({ keyText: testMasterKey });
  machines.push(machine);
  const { code, output } = await machine.run('restore', backup);
  expect(output).toContain('Restored');
  expect(code).toBe(0);
  return machine;
}

/** Blocks reads of objects until `open` is called. */
function gatedStore(store: ObjectStore) {
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const gated: ObjectStore = {
    ...store,
    get: async (key, range) => {
      reached.resolve();
      await gate.promise;
      return store.get(key, range);
    },
  };
  return { gated, reached: reached.promise, open: gate.resolve };
}

describe('a backup', () => {
  it('contains every file of its snapshot, also if deleted meanwhile', async () => {
    const person = await signedInPerson(product);
    const { id: instructionId } = await writeInstruction(person);
    const file = await attach(person, instructionId, 'a.txt', textOf(200_000));
    const key = `files/${person.userId}/${file.id}`;
    const { gated, reached, open } = gatedStore(product.store);
    const backup = join(folder, 'gated');
    const making = makeBackup({ ...product, store: gated }, backup, progress);
    await reached;
    await person.browser.deleteFile({ params: { id: file.id } });
    await removeObjects(product);
    expect(await product.store.head(key)).toBeTruthy();
    open();
    await making;
    await removeObjects(product);
    expect(await product.store.head(key)).toBeUndefined();

    const server = await (await machineWith(backup)).serve();
    const browser = server.browser();
    await browser.signIn({ body: { email: person.email, password: person.password } });
    const { files } = await dataExportsOf(browser);
    expect(files).toEqual([{ file_name: 'a.txt', base64: textOf(200_000).toString('base64') }]);
  });

  it('leaves nothing behind when aborted', async () => {
    const person = await signedInPerson(product);
    const { id } = await writeInstruction(person);
    await attach(person, id, 'a.txt', textOf(1000));
    const { gated, reached, open } = gatedStore(product.store);
    const stopping = new AbortController();
    const making = makeBackup({ ...product, store: gated }, join(folder, 'stopped'), {
      ...progress,
      signal: stopping.signal,
    });
    await reached;
    stopping.abort();
    open();
    await expect(making).rejects.toThrow(/abort/);
    expect(readdirSync(folder).filter((name) => name.startsWith('stopped'))).toEqual([]);
  });

  it('is consistent during uploads and deletions', async () => {
    const people = await Promise.all(Array.from({ length: 2 }, () => signedInPerson(product)));
    let isOver = false;
    const started = people.map(() => Promise.withResolvers<void>());
    const busy = people.map((person, index) =>
      changeFiles(person, (round) => {
        if (round === 2) started[index]?.resolve();
        return isOver;
      }),
    );
    await Promise.all(started.map(({ promise }) => promise));
    const backup = join(folder, 'busy');
    await makeBackup(product, backup, progress);
    isOver = true;
    await Promise.all(busy);

    const machine = await machineWith(backup);
    await machine.inDatabase(async (database) => {
      const wrong = await database.rows(sql`
        select 1 from users left join user_storage_usage usage on usage.user_id = users.id
        where coalesce(usage.used_bytes, 0) <>
          (select coalesce(sum(size_bytes), 0) from instruction_files where user_id = users.id)`);
      expect(wrong).toEqual([]);
    });
    const server = await machine.serve();
    for (const { email, password } of people) {
      const browser = server.browser();
      await browser.signIn({ body: { email, password } });
      const { files, storage } = await dataExportsOf(browser);
      expect(files.map(({ base64 }) => base64.length)).toEqual(files.map(() => 120_000));
      // Half of the instructions are in the bin.
      const { files_mb } = await browser.listBin({ query: {} });
      expect(files_mb).toBeGreaterThan(0);
      expect(storage.used_mb - files_mb).toBeCloseTo((files.length * 90_000) / (1024 * 1024), 9);
    }
  });
});

/** Creates and deletes files and instructions until `isOver` returns true. */
async function changeFiles(person: Person, isOver: (round: number) => boolean): Promise<void> {
  const { trusted_contact_ids } = await writeInstruction(person);
  for (let round = 0; !isOver(round); round += 1) {
    const { id } = await writeInstruction(person, { trusted_contact_ids });
    const files = await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        attach(person, id, `${name}-${round}.txt`, textOf(90_000, `${name}${round}`)),
      ),
    );
    const deleted = files[round % 3];
    if (deleted) await person.browser.deleteFile({ params: { id: deleted.id } });
    if (round % 2) await person.browser.deleteInstruction({ params: { id } });
  }
}
